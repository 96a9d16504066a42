import { useQuery } from '@tanstack/react-query';
import { type FirstRunChange, firstRunSchema } from '#shared/contract/first-run.ts';
import type { PanelFailure } from '../../lib/panel-client.ts';
import { acceptAnswer, PANEL_KEYS } from './query-client.ts';
import { callAsAccount, fetchAsAccount } from './session.ts';

const PATH = '/api/admin/first-run';
/** Interval at which the checklist is fetched again, in case the event that announces a change was missed. */
const REFETCH_MS = 30_000;

/** Returns the query of the checklist for a new site. It is disabled unless `isOwner`, because only the owner may read the checklist. */
export const useFirstRun = (isOwner: boolean) =>
  useQuery({
    queryKey: PANEL_KEYS.firstRun,
    queryFn: () => fetchAsAccount(PATH, firstRunSchema),
    refetchInterval: REFETCH_MS,
    enabled: isOwner,
  });

/** Saves a change of the checklist for a new site and updates its query. Returns the failure, or null on success. */
export async function changeFirstRun(change: FirstRunChange): Promise<PanelFailure | null> {
  const answer = await callAsAccount(PATH, { method: 'PATCH', body: change, responseSchema: firstRunSchema });
  if (!answer.ok) return answer;
  await acceptAnswer(PANEL_KEYS.firstRun, answer.value);
  return null;
}
