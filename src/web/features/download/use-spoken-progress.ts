import { useEffect, useRef } from 'react';
import { SAVE_TEXT, saveText } from '#shared/result-messages.ts';
import { announce } from '../../state/announcer.ts';
import { type DownloadState, type Held, isRunning, percentOf, quarterOf } from './download-state.ts';

/** What is said of a hold: a server that asks for time has not lost the connection. */
type Spoken = Held['kind'] | 'busy';
const spokenOf = (held: Held | null): Spoken | null =>
  held?.kind === 'lost' && held.busy ? 'busy' : (held?.kind ?? null);

/** A connection that is back within this is not worth a word. */
const ANNOUNCE_AFTER_MS = 1_000;

const HOLD_WORDS: Readonly<Record<Spoken, string>> = {
  paused: SAVE_TEXT.hasPaused,
  offline: SAVE_TEXT.offline,
  lost: SAVE_TEXT.lost,
  busy: SAVE_TEXT.busy,
};

/** Says why the download waits, once, and that it goes on; a press is answered at once. */
function useSpokenHold(running: boolean, hold: Spoken | null): void {
  const isAnnounced = useRef(false);
  useEffect(() => {
    if (hold === null) {
      if (isAnnounced.current && running) announce(SAVE_TEXT.goesOn, 'polite');
      isAnnounced.current = false;
      return;
    }
    const announceHold = (): void => {
      isAnnounced.current = true;
      announce(HOLD_WORDS[hold], 'polite');
    };
    if (hold !== 'lost' && hold !== 'busy') {
      announceHold();
      return;
    }
    const timer = setTimeout(announceHold, ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [running, hold]);
}

/** Reads progress out at the start, at each quarter and where it is held up; the end has its toast (brief section 6). */
export function useSpokenProgress(state: DownloadState): void {
  const phase = state.phase;
  const quarter = state.phase === 'downloading' ? quarterOf(percentOf(state)) : 0;
  useEffect(() => {
    if (phase === 'preparing') announce(SAVE_TEXT.started, 'polite');
  }, [phase]);
  useEffect(() => {
    if (quarter > 0) announce(saveText.percent(quarter), 'polite');
  }, [quarter]);
  const running = isRunning(state);
  useSpokenHold(running, running ? spokenOf(state.held) : null);
}
