import {
  type YtDlpChannel,
  type YtDlpSchedule,
  type YtDlpUpdates,
  ytDlpUpdatesSchema,
} from '#shared/contract/yt-dlp-updates.ts';
import { notifyError } from '../../../../state/notices.ts';
import { acceptAnswer, PANEL_KEYS, queryClient } from '../../../../state/panel/query-client.ts';
import { callAsAccount, fetchAsAccount } from '../../../../state/panel/session.ts';

const PATH = '/api/admin/engines/yt-dlp';
/** Begins with the key of the engines, so that an event about the engines reloads this query too. */
const QUERY_KEY = [...PANEL_KEYS.engines, 'yt-dlp'];
const IDLE_POLL_MS = 30_000;
const RUNNING_POLL_MS = 1_000;

/** Query options that load the installed yt-dlp and its updates: every second during an installation, otherwise every 30 s. */
export const ytDlpQuery = {
  queryKey: QUERY_KEY,
  queryFn: () => fetchAsAccount(PATH, ytDlpUpdatesSchema),
  refetchInterval: ({ state }: { readonly state: { readonly data: YtDlpUpdates | undefined } }) =>
    (state.data?.running ?? null) === null ? IDLE_POLL_MS : RUNNING_POLL_MS,
};

/**
 * Calls the server, and stores the state that it returns, or shows its refusal in a toast and reloads the state. Resolves with whether the server accepted the call.
 */
async function call(path: string, method: 'POST' | 'PUT' | 'DELETE', body: object): Promise<boolean> {
  const answer = await callAsAccount(PATH + path, { method, body, responseSchema: ytDlpUpdatesSchema });
  if (answer.ok) await acceptAnswer(QUERY_KEY, answer.value);
  else {
    notifyError(answer.detail);
    void queryClient.invalidateQueries({ queryKey: QUERY_KEY });
  }
  return answer.ok;
}

/**
 * Installs yt-dlp from a channel. Like the calls below, shows a refusal in a toast, resolves with whether the server accepted the call, and
 * never rejects.
 */
export const installYtDlp = (channel: YtDlpChannel): Promise<boolean> =>
  call('/install', 'POST', { channel });
export const rollBackYtDlp = (): Promise<boolean> => call('/rollback', 'POST', {});
export const scheduleYtDlp = (schedule: YtDlpSchedule): Promise<boolean> =>
  call('/schedule', 'PUT', { schedule });
export const removeYtDlp = (): Promise<boolean> => call('', 'DELETE', {});
