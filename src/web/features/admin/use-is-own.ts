import { useSession } from '../../state/panel/session.ts';

/**
 * Returns a function that says whether a change is the reader's own, by the account that made it: names need not be unique.
 * Own changes are described in the second person everywhere in the panel, all others name their author.
 */
export function useIsOwn(): (accountId: string | null | undefined) => boolean {
  const session = useSession();
  const own = session.kind === 'in' ? session.account.id : null;
  return (accountId) => own !== null && accountId === own;
}
