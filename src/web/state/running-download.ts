import { useEffect } from 'react';
import { createStore } from './store.ts';

/** Reports of a component about its result. `running`: a download is running. `saved`: the result has been saved at least once. */
type Report = 'running' | 'saved';

const counts = createStore<Readonly<Record<Report, number>>>({ running: 0, saved: 0 });

const changeCount = (report: Report, change: number): void =>
  counts.set({ ...counts.get(), [report]: counts.get()[report] + change });

function useReport(report: Report, isReported: boolean): void {
  useEffect(() => {
    if (!isReported) return;
    changeCount(report, 1);
    return () => changeCount(report, -1);
  }, [report, isReported]);
}

/** Reports to the page whether the calling component has a running download. */
export const useReportDownload = (isRunning: boolean): void => useReport('running', isRunning);

/** Returns whether any download is running on the page; false on the server. */
export const useDownloadRuns = (): boolean => counts.use(({ running }) => running > 0);

/** Reports to the page whether the calling component's result has been saved at least once. */
export const useReportSaved = (isSaved: boolean): void => useReport('saved', isSaved);

/** Returns whether any result on the page has been saved at least once; false on the server. */
export const useResultSaved = (): boolean => counts.use(({ saved }) => saved > 0);
