import { useSession } from '../../state/panel/session.ts';

/**
 * Returns a function that returns whether an account id is that of the signed-in account; false for null and undefined. The panel calls the
 * author of a change "You" if this is true.
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
