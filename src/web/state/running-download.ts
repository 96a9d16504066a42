import { useEffect, useSyncExternalStore } from 'react';

let running = 0;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const count = (change: number): void => {
  running += change;
  for (const listener of listeners) listener();
};

/** Says for the calling component whether a download of its runs. */
export function useReportDownload(runs: boolean): void {
  useEffect(() => {
    if (!runs) return;
    count(1);
    return () => count(-1);
  }, [runs]);
}

/** Whether a download runs anywhere on the page; false while the server renders. */
export const useDownloadRuns = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => running > 0,
    () => false,
  );
