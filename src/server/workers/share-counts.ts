import type { Peers } from '../peers/peers.ts';
import type { WorkCounts } from '../status/work-counts.ts';
import type { AssessedOutcome, WorkLog } from '../status/work-log.ts';
import type { Duties } from './site-duties.ts';

const FLUSH = 'flush counts';

/** Returns counts whose overview and flush include what the other workers have not written yet. */
export const shareCounts = (duties: Duties, own: WorkCounts): WorkCounts => {
  duties.offer(FLUSH, own.flush);
  const flush = async (): Promise<void> => {
    await Promise.all([own.flush(), duties.askAll(FLUSH, null)]);
  };
  return {
    ...own,
    flush,
    async overview() {
      await flush();
      return own.overview();
    },
  };
};

/**
 * Creates a work log that also records what the other workers have assessed, so that all show the same status. Each outcome is counted in
 * the database only by the worker where it happened.
 */
export const shareWorkLog = (
  peers: Peers,
  create: (count: (outcome: AssessedOutcome) => void) => WorkLog,
  count: (outcome: AssessedOutcome) => void,
): WorkLog => {
  const log = create((outcome) => {
    count(outcome);
    share(outcome);
  });
  const share = peers.exchange<AssessedOutcome>('work', log.learn);
  return log;
};
