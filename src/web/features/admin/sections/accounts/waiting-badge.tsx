import { useQuery } from '@tanstack/react-query';
import { accountsSection } from '#messages/accounts-section.ts';
import { text } from '#shared/messages/text.ts';
import { useIsOwner } from '../../use-is-own.ts';
import { accountsQuery } from './account-calls.ts';

/** Returns how many accounts wait for approval, as '1 waiting'; null if none waits or the signed-in account is not the owner. */
export function WaitingBadge() {
  const isOwner = useIsOwner();
  const { data } = useQuery({ ...accountsQuery, enabled: isOwner });
  const waitingCount = data?.accounts.filter(({ role }) => role === 'waiting').length ?? 0;
  return isOwner && waitingCount > 0 ? text(accountsSection, 'waitingBadge', { count: waitingCount }) : null;
}
