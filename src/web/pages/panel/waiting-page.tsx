import type { Account, SessionState } from '#shared/contract/account.ts';
import { LogoutButton } from '../../features/admin/logout-button.tsx';
import { WaitingScreen } from '../../features/auth/waiting-screen.tsx';
import { useApproval } from '../../state/panel/use-approval.ts';
import { PanelBrand } from './panel-brand.tsx';

/** Shown to an account that waits for approval; updates automatically once it is approved. */
export function WaitingPage({ account, state }: { account: Account; state: SessionState }) {
  useApproval();
  return (
    <WaitingScreen
      account={account}
      ownerless={state.ownerless}
      brand={<PanelBrand />}
      logout={<LogoutButton />}
    />
  );
}
