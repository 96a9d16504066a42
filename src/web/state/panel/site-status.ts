import { useQuery } from '@tanstack/react-query';
import { fetchStatusReport } from '../../lib/status-client.ts';
import { PANEL_KEYS } from './query-client.ts';

// The panel notices a server that stopped without closing its connections within the sum of these two times.
const POLL_MS = 10_000;
const TIMEOUT_MS = 4_500;

/**
 * Returns the report of the public status page and the server's clock at that time (`now`, ms since 1970). Fetches them every 10 s and
 * whenever the live connection breaks. Returns null without a valid response in time, and undefined before the first answer.
 */
export const useStatus = () =>
  useQuery({
    queryKey: PANEL_KEYS.status,
    queryFn: () => fetchStatusReport(TIMEOUT_MS),
    refetchInterval: POLL_MS,
  }).data;
