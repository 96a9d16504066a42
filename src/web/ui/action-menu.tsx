import { Ellipsis, type LucideIcon } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './action-menu.module.css';
import { IconButton } from './icon-button.tsx';

export interface MenuAction {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onSelect: () => void;
  readonly disabled?: boolean;
  readonly danger?: boolean;
}

/** Height of the area at the bottom of the window that a floating bar may cover; a menu that would reach into it opens above its button. */
const BOTTOM_MARGIN_PX = 96;

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
];

/**
 * Returns the index of the item to which a key moves the focus from the item at `fromIndex`. `names` are the items' labels: a letter moves
 * the focus to the next item that begins with it. Returns undefined for a key that moves no focus.
 */
function nextIndexFor(key: string, fromIndex: number, names: readonly string[]): number | undefined {
  const count = names.length;
  if (key === 'ArrowDown') return (fromIndex + 1) % count;
  if (key === 'ArrowUp') return (fromIndex + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return undefined;
  const ahead = names.findIndex(
    (_, step) => names[(fromIndex + 1 + step) % count]?.toLowerCase().startsWith(key.toLowerCase()) === true,
  );
  return ahead < 0 ? undefined : (fromIndex + 1 + ahead) % count;
}

/**
 * Places the menu above its button if there is no space below, focuses the first item, and calls `close` on a press outside `area`, which
 * contains the button and the menu.
 */
function useOpenedMenu(
  menu: RefObject<HTMLElement | null>,
  area: RefObject<HTMLElement | null>,
  close: () => void,
) {
  const onPress = useEffectEvent(({ target }: PointerEvent) => {
    if (!(target instanceof Node && area.current?.contains(target))) close();
  });
  useLayoutEffect(() => {
    const { current } = menu;
    if (current === null) return;
    const below = innerHeight - BOTTOM_MARGIN_PX - current.getBoundingClientRect().bottom;
    if (below < 0) current.dataset['above'] = '';
    itemsOf(current)[0]?.focus({ preventScroll: true });
  }, [menu]);
  useEffect(() => {
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, []);
}

function OpenMenu({
  id,
  label,
  actions,
  area,
  onClose,
}: {
  id: string;
  label: string;
  actions: readonly MenuAction[];
  area: RefObject<HTMLElement | null>;
  /** `returnsFocus`: whether the focus must move to the button. */
  onClose: (returnsFocus: boolean) => void;
}) {
  const menu = useRef<HTMLDivElement>(null);
  useOpenedMenu(menu, area, () => onClose(false));
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'Tab') return onClose(true);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const items = itemsOf(menu.current);
    const fromIndex = items.indexOf(document.activeElement as HTMLElement);
    const nextIndex = nextIndexFor(
      key,
      fromIndex,
      actions.map((action) => action.label),
    );
    if (key === 'Escape') onClose(true);
    else if (nextIndex === undefined) return;
    else items[nextIndex]?.focus();
    event.preventDefault();
  };
  return (
    <div ref={menu} id={id} role="menu" aria-label={label} className={styles.menu} onKeyDown={onKeyDown}>
      {actions.map(({ label: name, icon: Icon, onSelect, disabled = false, danger = false }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-disabled={disabled || undefined}
          className={classNames(styles.item, danger && styles.danger)}
          onClick={() => {
            if (disabled) return;
            onClose(false);
            onSelect();
          }}
        >
          <Icon aria-hidden className="ic-s" />
          {name}
        </button>
      ))}
    </div>
  );
}

/**
 * Button that opens a menu of actions; `label` is the button's accessible name. A key that closes the menu returns the focus to the button.
 * After a choice, the chosen action handles the focus.
 */
export function ActionMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  const [open, setOpen] = useState(false);
  const area = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (returnsFocus: boolean) => {
    setOpen(false);
    if (returnsFocus) button.current?.focus();
  };
  return (
    <span ref={area} className={styles.area}>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-focus="menu"
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || open) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Ellipsis aria-hidden className="ic" />
      </IconButton>
      {open && <OpenMenu id={id} label={label} actions={actions} area={area} onClose={close} />}
    </span>
  );
}
