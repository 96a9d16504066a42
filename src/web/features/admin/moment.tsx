import { useSyncExternalStore } from 'react';
import { capitalised, clockText, dayText, fullMomentText, momentText } from './time-text.ts';

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Renders the component again when the reader returns on another day, so that "today" stays true on a page that is left open. */
const useToday = (): string => useSyncExternalStore(subscribe, () => new Date().toDateString());

const FORMS = { moment: momentText, day: dayText, clock: clockText };

/**
 * Renders a moment (ISO) in words, with its full date and time as tooltip: day and time, or only the day (`form` 'day') or the time of day
 * ('clock'). `isFirst` writes the first letter as a capital.
 */
export function Moment({
  at,
  form = 'moment',
  isFirst = false,
  className,
}: {
  at: string;
  form?: keyof typeof FORMS;
  isFirst?: boolean;
  className?: string | undefined;
}) {
  useToday();
  const words = FORMS[form](at);
  return (
    <time dateTime={at} title={fullMomentText(at)} className={className}>
      {isFirst ? capitalised(words) : words}
    </time>
  );
}

/** Stands for the time while the sentence around it is written. */
const MARK = '\u0000';

/**
 * Renders a sentence that contains a moment (ISO). `children` gets the text that stands for the moment and returns the sentence with it.
 */
export function MomentSentence({ at, children }: { at: string; children: (when: string) => string }) {
  const [before = '', after = ''] = children(MARK).split(MARK);
  return (
    <>
      {before}
      <Moment at={at} isFirst={before === ''} />
      {after}
    </>
  );
}
