import { QueryClient } from '@tanstack/react-query';

/** What the panel asks for and keeps; a key's first word says which news make it old (admin-line.ts). */
export const PANEL_KEYS = {
  settings: ['settings', 'now'],
  revisions: ['settings', 'revisions'],
  engines: ['engines'],
  accounts: ['accounts'],
  activity: ['activity'],
  overview: ['overview'],
} as const;

/** An answer that was not what was asked for; `message` is the sentence to show. */
export class PanelCallError extends Error {
  override readonly name = 'PanelCallError';
}

/** The panel's one store of answers. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Being offline is an answer like others; nothing waits in silence for the network.
      networkMode: 'always',
      retry: false,
      staleTime: 30_000,
    },
    mutations: { networkMode: 'always' },
  },
});
