import { useEffect, useSyncExternalStore } from 'react';

let running = 0;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const changeCount = (change: number): void => {
  running += change;
  for (const listener of listeners) listener();
};

/** Reports to the page whether the calling component has a running download. */
export function useReportDownload(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    changeCount(1);
    return () => changeCount(-1);
  }, [isRunning]);
}

/** Returns whether any download is running on the page; false on the server. */
export const useDownloadRuns = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => running > 0,
    () => false,
  );
