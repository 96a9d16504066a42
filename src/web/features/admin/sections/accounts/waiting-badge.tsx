import { useQuery } from '@tanstack/react-query';
import { accountsSection } from '#messages/accounts-section.ts';
import { text } from '#shared/messages/text.ts';
import { useSession } from '../../../../state/panel/session.ts';
import { accountsQuery } from './account-calls.ts';

/**
 * Returns "1 waiting" for the list of sections; null for accounts that cannot approve others and while no account
 * waits.
 */
export function WaitingBadge() {
  const session = useSession();
  const isOwner = session.kind === 'in' && session.account.role === 'owner';
  const { data } = useQuery({ ...accountsQuery, enabled: isOwner });
  const waiting = data?.accounts.filter(({ role }) => role === 'waiting').length ?? 0;
  return isOwner && waiting > 0 ? text(accountsSection, 'waitingBadge', { count: waiting }) : null;
}
