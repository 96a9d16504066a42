import { useSyncExternalStore } from 'react';
import { capitalise, clockText, dayText, fullMomentText, momentText } from './time-text.ts';

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/**
 * Returns the present day, and makes the component render again if the day has changed when the page is hidden or shown, so that "today"
 * stays true.
 */
const useToday = (): string => useSyncExternalStore(subscribe, () => new Date().toDateString());

const FORMS = { moment: momentText, day: dayText, clock: clockText };

/**
 * Renders a moment (ISO) in words, with its full date and time as tooltip. `form` selects day and time ('moment'), only the day ('day') or
 * only the time of day ('clock'). `isCapitalised` writes the first letter as a capital.
 */
export function Moment({
  at,
  form = 'moment',
  isCapitalised = false,
  className,
}: {
  at: string;
  form?: keyof typeof FORMS;
  isCapitalised?: boolean;
  className?: string | undefined;
}) {
  useToday();
  const words = FORMS[form](at);
  return (
    <time dateTime={at} title={fullMomentText(at)} className={className}>
      {isCapitalised ? capitalise(words) : words}
    </time>
  );
}

/** Placeholder for the moment while the sentence around it is written. */
const MARK = '\u0000';

/**
 * Renders a sentence that contains a moment (ISO). `children` gets a placeholder for the moment and returns the sentence with this
 * placeholder. At the start of the sentence, the moment has a capital first letter.
 */
export function MomentSentence({ at, children }: { at: string; children: (when: string) => string }) {
  const [before = '', after = ''] = children(MARK).split(MARK);
  return (
    <>
      {before}
      <Moment at={at} isCapitalised={before === ''} />
      {after}
    </>
  );
}
