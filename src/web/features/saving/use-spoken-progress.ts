import { useEffect } from 'react';
import { SAVE_TEXT, saveText } from '#shared/result-messages.ts';
import { announce } from '../../state/announcer.ts';
import { type DownloadState, percentOf, quarterOf } from './download-state.ts';

/** Reads progress out at the start and at each quarter; the end has its toast (brief section 6). */
export function useSpokenProgress(state: DownloadState): void {
  const phase = state.phase;
  const quarter = state.phase === 'downloading' ? quarterOf(percentOf(state)) : 0;
  useEffect(() => {
    if (phase === 'preparing') announce(SAVE_TEXT.started, 'polite');
  }, [phase]);
  useEffect(() => {
    if (quarter > 0) announce(saveText.percent(quarter), 'polite');
  }, [quarter]);
}
