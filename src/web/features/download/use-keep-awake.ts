import { useEffect } from 'react';
import type { DownloadState } from './download-state.ts';

/** Below this a download ends before a phone falls asleep (brief section 5). */
const WORTH_STAYING_AWAKE_BYTES = 20 * 1024 * 1024;

/** Keeps the screen on while a long download runs: a phone that sleeps stops the transfer. */
export function useKeepAwake(state: DownloadState): void {
  const comes = state.phase === 'downloading' && state.held?.kind !== 'paused';
  const long = comes && (state.total ?? state.received) > WORTH_STAYING_AWAKE_BYTES;
  useEffect(() => {
    if (!long || !('wakeLock' in navigator)) return;
    let lock: Promise<WakeLockSentinel | null> | undefined;
    // The browser lets go of it when the page leaves the screen, and does not take it again by itself.
    const hold = (): void => {
      if (document.visibilityState === 'hidden') return;
      // Refused in power saving mode; the download then goes on as it would without.
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
