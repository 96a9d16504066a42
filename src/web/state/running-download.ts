import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';

/** What a component may report about its result: a download is running, or the result has been saved at least once. */
export type Report = 'running' | 'saved';

const counts: Record<Report, number> = { running: 0, saved: 0 };
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const changeCount = (report: Report, change: number): void => {
  counts[report] += change;
  for (const listener of listeners) listener();
};

/**
 * Context of the function that receives the reports of the components inside, so that a result knows its own; the page's counts receive
 * all.
 */
export const DownloadReports = createContext<(report: Report, isReported: boolean) => void>(() => undefined);

function useReport(report: Report, isReported: boolean): void {
  const receive = useContext(DownloadReports);
  useEffect(() => {
    if (!isReported) return;
    changeCount(report, 1);
    receive(report, true);
    return () => {
      changeCount(report, -1);
      receive(report, false);
    };
  }, [report, isReported, receive]);
}

const useIsReported = (report: Report): boolean =>
  useSyncExternalStore(
    subscribe,
    () => counts[report] > 0,
    () => false,
  );

/** Reports to the page and the surrounding `DownloadReports` whether the calling component has a running download. */
export const useReportDownload = (isRunning: boolean): void => useReport('running', isRunning);

/** Returns whether any download is running on the page; false on the server. */
export const useDownloadRuns = (): boolean => useIsReported('running');

/** Reports to the page and the surrounding `DownloadReports` whether the calling component's result has been saved at least once. */
export const useReportSaved = (isSaved: boolean): void => useReport('saved', isSaved);

/** Returns whether any result on the page has been saved at least once; false on the server. */
export const useResultSaved = (): boolean => useIsReported('saved');
