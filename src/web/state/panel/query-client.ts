import { QueryClient } from '@tanstack/react-query';

/** Query keys of the panel. live-panel.ts maps each server event to the keys of the queries that the event makes stale. */
export const PANEL_KEYS = {
  settings: ['settings', 'now'],
  revisions: ['settings', 'revisions'],
  engines: ['engines'],
  accounts: ['accounts'],
  activity: ['activity'],
  overview: ['overview'],
  firstRun: ['first-run'],
  status: ['status'],
} as const;

/** Failed call to the admin API; `message` is the sentence to show. */
export class PanelCallError extends Error {
  override readonly name = 'PanelCallError';
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network, queries fail instead of pausing until the network is back.
      networkMode: 'always',
      // In that mode, TanStack Query does not repeat queries when the network is back unless this is set.
      refetchOnReconnect: true,
      // The live connection of the panel refetches stale data instead.
      refetchOnWindowFocus: false,
      retry: false,
      staleTime: 30_000,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Shows an answer of the server in place of the data of a query, and marks the activity log as stale. */
export async function acceptAnswer(queryKey: readonly string[], answer: object): Promise<void> {
  // The response to a query that is still running would be older.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, answer);
  void queryClient.invalidateQueries({ queryKey: PANEL_KEYS.activity });
}
