import { useSession } from '../../state/panel/session.ts';

/**
 * Returns a function that tells whether an account id is that of the signed-in account; false for null. The panel describes own changes in
 * the second person and names the author of all others.
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
