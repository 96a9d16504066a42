import { Menu } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { panelFrame } from '#messages/panel-frame.ts';
import type { Account } from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { useLivePanel } from '../../state/panel/live-panel.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { LogoutButton } from './logout-button.tsx';
import styles from './panel-frame.module.css';
import { SectionDrawer } from './section-drawer.tsx';
import { type PanelSection, SectionList } from './section-list.tsx';
import { SiteState } from './site-state.tsx';

const MAIN_ID = 'section';

const initialsOf = (name: string): string =>
  name
    .split(/\s+/u)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();

/** Renders the name of an account, or its email address if it has no name, and "Administrator", even for the owner. */
const AccountLabel = ({ account }: { account: Account }) => (
  <>
    <b>{account.name || account.email}</b>
    <span>{text(panelFrame, 'administrator')}</span>
  </>
);

function TopBar({
  account,
  themeToggle,
  isOpen,
  onOpen,
}: {
  account: Account;
  themeToggle: ReactNode;
  isOpen: boolean;
  onOpen: () => void;
}) {
  return (
    <header className={styles.top}>
      <IconButton
        label={text(panelFrame, 'openSections')}
        className={styles.opener}
        aria-expanded={isOpen}
        aria-controls="sections"
        onClick={onOpen}
      >
        <Menu aria-hidden className="ic-l" />
      </IconButton>
      <SiteState />
      <div className={styles.me}>
        <div className={styles.who}>
          <AccountLabel account={account} />
        </div>
        <span className={styles.initials} aria-hidden="true">
          {initialsOf(account.name || account.email)}
        </span>
      </div>
      {themeToggle}
      <LogoutButton />
    </header>
  );
}

/**
 * Renders the panel around the open section (`children`): the section list, the top bar and the leave guard. Keeps the shown data current.
 * The page passes in `brand` and `themeToggle`, because they belong to another feature.
 */
export function PanelFrame({
  account,
  sections,
  brand,
  themeToggle,
  children,
}: {
  account: Account;
  sections: readonly PanelSection[];
  brand: ReactNode;
  themeToggle: ReactNode;
  children: ReactNode;
}) {
  useLivePanel();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className={styles.app}>
      <SkipLink
        label={text(panelFrame, 'skip')}
        target={MAIN_ID}
        onSkip={() => document.getElementById(MAIN_ID)?.focus()}
      />
      <aside className={styles.side} aria-label={text(panelFrame, 'name')}>
        <div className={styles.brand}>{brand}</div>
        <SectionList sections={sections} />
      </aside>
      {open && (
        <SectionDrawer brand={brand} onClose={close}>
          <div className={styles.inDrawer}>
            <AccountLabel account={account} />
          </div>
          <SectionList sections={sections} onFollow={close} />
        </SectionDrawer>
      )}
      <div className={styles.rest}>
        <TopBar account={account} themeToggle={themeToggle} isOpen={open} onOpen={() => setOpen(true)} />
        <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
      <LeaveGuard />
    </div>
  );
}
