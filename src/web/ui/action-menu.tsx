import { Menu } from '@base-ui/react/menu';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { useRef } from 'react';
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

/**
 * A button with a menu of actions behind it; `label` is the button's name. Closed without a choice it takes the focus back;
 * after a choice the focus is the chooser's business.
 */
export function ActionMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  const chose = useRef(false);
  return (
    <Menu.Root
      modal={false}
      onOpenChange={(open) => {
        if (open) chose.current = false;
      }}
    >
      <Menu.Trigger
        render={
          <IconButton label={label} data-focus="menu">
            <Ellipsis aria-hidden className="ic" />
          </IconButton>
        }
      />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className={styles.place}>
          <Menu.Popup className={styles.menu} finalFocus={() => !chose.current}>
            {actions.map(({ label: name, icon: Icon, onSelect, disabled = false, danger = false }) => (
              <Menu.Item
                key={name}
                disabled={disabled}
                className={classNames(styles.item, danger && styles.danger)}
                onClick={() => {
                  chose.current = true;
                  onSelect();
                }}
              >
                <Icon aria-hidden className="ic-s" />
                {name}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
