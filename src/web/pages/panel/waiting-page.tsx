import type { Account, SessionState } from '#shared/contract/account.ts';
import { LogoutButton } from '../../features/admin/logout-button.tsx';
import { WaitingScreen } from '../../features/auth/waiting-screen.tsx';
import { PanelBrand } from './panel-brand.tsx';

/** What an account sees that nobody has approved yet. */
export const WaitingPage = ({ account, state }: { account: Account; state: SessionState }) => (
  <WaitingScreen
    account={account}
    ownerless={state.ownerless}
    brand={<PanelBrand />}
    logout={<LogoutButton />}
  />
);
