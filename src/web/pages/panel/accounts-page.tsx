import { AccountsSection } from '../../features/admin/sections/accounts/accounts-section.tsx';

/** Accounts. */
export const AccountsPage = () => <AccountsSection />;
