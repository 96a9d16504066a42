import { useSession } from '../../state/panel/session.ts';

/**
 * Returns a function that returns whether an account id is that of the signed-in account; false for null. The panel addresses the reader
 * with "You" for own changes, and names the author of any other change.
 */
export function useIsOwn(): (accountId: string | null | undefined) => boolean {
  const session = useSession();
  const own = session.kind === 'in' ? session.account.id : null;
  return (accountId) => own !== null && accountId === own;
}

/** Returns whether the signed-in account is the owner. */
export function useIsOwner(): boolean {
  const session = useSession();
  return session.kind === 'in' && session.account.role === 'owner';
}
