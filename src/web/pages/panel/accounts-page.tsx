import { AccountsSection } from '../../features/admin/sections/accounts/accounts-section.tsx';

/** Page of the Accounts section. */
export const AccountsPage = () => <AccountsSection />;
