import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';

/** What a component may report about the download of its result. */
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

/** Receives the reports of the components inside, besides the page: which of several results they are about. */
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

/** Reports to the page whether the calling component has a running download. */
export const useReportDownload = (isRunning: boolean): void => useReport('running', isRunning);

/** Returns whether any download is running on the page; false on the server. */
export const useDownloadRuns = (): boolean => useIsReported('running');

/** Reports to the page whether the calling component's result has been saved at least once. */
export const useReportSaved = (isSaved: boolean): void => useReport('saved', isSaved);

/** Returns whether the shown result has been saved at least once; false on the server. */
export const useResultSaved = (): boolean => useIsReported('saved');
