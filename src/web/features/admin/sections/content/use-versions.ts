import { useQuery } from '@tanstack/react-query';
import { pastSettingsSchema, revisionListSchema, type SavedBy } from '#shared/contract/admin-settings.ts';
import { PANEL_KEYS, PanelCallError, queryClient } from '../../../../state/panel/query-client.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';

const REVISIONS_PATH = '/api/admin/revisions';

async function askVersions(): Promise<readonly SavedBy[]> {
  const answer = await callAsAccount(`${REVISIONS_PATH}?setting=content`, {
    responseSchema: revisionListSchema,
  });
  if (!answer.ok) throw new PanelCallError(answer.detail);
  return answer.value.revisions;
}

async function askContent(revision: number): Promise<string> {
  const answer = await callAsAccount(`${REVISIONS_PATH}/${String(revision)}`, {
    responseSchema: pastSettingsSchema,
  });
  if (!answer.ok) throw new PanelCallError(answer.detail);
  return answer.value.site.content;
}

/** The saves that changed the content, newest first. */
export const useVersions = () =>
  useQuery({ queryKey: [...PANEL_KEYS.revisions, 'content'], queryFn: askVersions });

/** The content as that save left it, sanitised by the server in this visit. Rejects with PanelCallError. */
export const contentOf = (revision: number): Promise<string> =>
  queryClient.fetchQuery({
    queryKey: ['version', revision],
    queryFn: () => askContent(revision),
    // A save is never changed.
    staleTime: Number.POSITIVE_INFINITY,
  });
