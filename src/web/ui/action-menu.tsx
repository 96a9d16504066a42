import { Ellipsis, type LucideIcon } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
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

/** What floats at the window's lower edge, such as a bar of buttons, must not cover the menu. */
const KEPT_FREE_PX = 96;

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
];

/** Where a key leads from the item at `from`; undefined for a key that leads nowhere. */
function placeFor(key: string, from: number, names: readonly string[]): number | undefined {
  const count = names.length;
  if (key === 'ArrowDown') return (from + 1) % count;
  if (key === 'ArrowUp') return (from + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return undefined;
  const ahead = names.findIndex(
    (_, step) => names[(from + 1 + step) % count]?.toLowerCase().startsWith(key.toLowerCase()) === true,
  );
  return ahead < 0 ? undefined : (from + 1 + ahead) % count;
}

/** Opens above the button where there is no room below it, takes the focus, and closes on a press elsewhere. */
function useOpenedMenu(
  menu: RefObject<HTMLElement | null>,
  area: RefObject<HTMLElement | null>,
  close: () => void,
) {
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => {
    const { current } = menu;
    if (current === null) return;
    const below = innerHeight - KEPT_FREE_PX - current.getBoundingClientRect().bottom;
    if (below < 0) current.dataset['above'] = '';
    itemsOf(current)[0]?.focus({ preventScroll: true });
  }, [menu]);
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && area.current?.contains(target))) latest.current();
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [area]);
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
  /** `back`: the focus belongs to the button again. */
  onClose: (back: boolean) => void;
}) {
  const menu = useRef<HTMLDivElement>(null);
  useOpenedMenu(menu, area, () => onClose(false));
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'Tab') return onClose(true);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const items = itemsOf(menu.current);
    const from = items.indexOf(document.activeElement as HTMLElement);
    const place = placeFor(
      key,
      from,
      actions.map((action) => action.label),
    );
    if (key === 'Escape') onClose(true);
    else if (place === undefined) return;
    else items[place]?.focus();
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
 * A button with a menu of actions behind it; `label` is the button's name. Left without a choice it gives the focus back to
 * the button; after a choice the focus is the chooser's business.
 */
export function ActionMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  const [open, setOpen] = useState(false);
  const area = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (back: boolean) => {
    setOpen(false);
    if (back) button.current?.focus();
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
