import { useEffect } from 'react';
import type { DownloadState } from './download-state.ts';

/** Smaller downloads usually end before a phone locks its screen. */
const KEEP_AWAKE_MIN_BYTES = 20 * 1024 * 1024;

/** Keeps the screen on during a long download, because a phone that sleeps stops the transfer. */
export function useKeepAwake(state: DownloadState): void {
  const isReceiving = state.phase === 'downloading' && state.held?.kind !== 'paused';
  const long = isReceiving && (state.total ?? state.received) > KEEP_AWAKE_MIN_BYTES;
  useEffect(() => {
    if (!long || !('wakeLock' in navigator)) return;
    let lock: Promise<WakeLockSentinel | null> | undefined;
    // The browser releases the lock when the page is hidden and does not acquire it again.
    const hold = (): void => {
      if (document.visibilityState === 'hidden') return;
      // Rejected in power-saving mode; the download continues without the lock.
      lock = navigator.wakeLock.request('screen').catch(() => null);
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      void lock?.then((held) => held?.release());
    };
  }, [long]);
}
