import { useQuery } from '@tanstack/react-query';
import { pastSettingsSchema, revisionListSchema, type SavedBy } from '#shared/contract/admin-settings.ts';
import { PANEL_KEYS, PanelCallError, queryClient } from '../../../../state/panel/query-client.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';

const REVISIONS_PATH = '/api/admin/revisions';

async function fetchVersions(): Promise<readonly SavedBy[]> {
  const answer = await callAsAccount(`${REVISIONS_PATH}?setting=content`, {
    responseSchema: revisionListSchema,
  });
  if (!answer.ok) throw new PanelCallError(answer.detail);
  return answer.value.revisions;
}

async function fetchContent(revision: number): Promise<string> {
  const answer = await callAsAccount(`${REVISIONS_PATH}/${String(revision)}`, {
    responseSchema: pastSettingsSchema,
  });
  if (!answer.ok) throw new PanelCallError(answer.detail);
  return answer.value.site.content;
}

/** Loads the saved versions that changed the content, newest first. */
export const useVersions = () =>
  useQuery({ queryKey: [...PANEL_KEYS.revisions, 'content'], queryFn: fetchVersions });

/** Loads the content of a saved version, sanitised by the server. Rejects with PanelCallError. */
export const contentOf = (revision: number): Promise<string> =>
  queryClient.fetchQuery({
    queryKey: ['version', revision],
    queryFn: () => fetchContent(revision),
    // A saved version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
