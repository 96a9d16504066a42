import { Clock, Info, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { linkList } from '#messages/link-list.ts';
import { LINK_LIST_MAX_LINKS } from '#shared/limits.ts';
import { listWithCommas } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import { bringIntoView, focusQuietly } from '../../lib/focus.ts';
import { announce } from '../../state/announcer.ts';
import { SHOWN_SECONDS_MAX, useSecondsLeft } from '../../state/countdown.ts';
import { FieldMessage } from '../../ui/field-message.tsx';
import styles from './link-list.module.css';
import type { LinkListState, ListedLink, Pause, PauseScope } from './listed-links.ts';
import { ListedRow, type RowActions } from './listed-row.tsx';

const SECONDS_PER_MINUTE = 60;

/** Renders the sentence of a limit and when the list goes on. Calls `onEnd` at that time. */
function PauseLine({ pause: { until, message }, onEnd }: { pause: Pause; onEnd: () => void }) {
  const seconds = useSecondsLeft(until);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    announce(message, 'polite');
    const timer = setTimeout(() => end(), until - Date.now());
    return () => clearTimeout(timer);
  }, [until, message]);
  return (
    <FieldMessage tone="warning" icon={Clock}>
      <span>
        {`${message} `}
        {seconds > 0 &&
          (seconds <= SHOWN_SECONDS_MAX
            ? text(linkList, 'continuesSeconds', { seconds })
            : text(linkList, 'continuesMinutes', { minutes: Math.ceil(seconds / SECONDS_PER_MINUTE) }))}
      </span>
    </FieldMessage>
  );
}

const COUNTED = {
  waiting: ['waiting', 'looking-up'],
  ready: ['ready', 'saving'],
  saved: ['saved'],
  failed: ['unread', 'unsaved'],
} as const;

/** Returns how many rows are in which state: '2 waiting, 9 ready'. */
function countsText({ rows }: LinkListState): string {
  const counts = (['waiting', 'ready', 'saved', 'failed'] as const).flatMap((group) => {
    const names: readonly string[] = COUNTED[group];
    const count = rows.filter(({ state }) => names.includes(state.name)).length;
    return count === 0 ? [] : [text(linkList, `counts.${group}`, { count })];
  });
  return listWithCommas(counts);
}

const isHeldBack = ({ rows }: LinkListState, scope: PauseScope): boolean =>
  rows.some(({ state, link }) => state.name === 'waiting' && (scope === 'all' || scope === link.platform));

interface LinkListPanelProps extends RowActions {
  readonly list: LinkListState;
  readonly isOnline: boolean;
  readonly isLookingUp: boolean;
  /** Value that changes when links are added; the list is then brought into view and focused. */
  readonly added: unknown;
  readonly onResume: (scope: PauseScope) => void;
  /** Buttons for the whole list, and the progress of what they started. */
  readonly actions: ReactNode;
  readonly note: ReactNode;
}

/** Renders a list of links with what holds it back. */
export function LinkListPanel(props: LinkListPanelProps) {
  const { list, isOnline, isLookingUp, added, onResume, onRemove, actions, note } = props;
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { rows, pauses, leftOut, folded } = list;
  const hasRows = rows.length > 0;
  const saving = rows.find(({ state }) => state.name === 'saving');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `added` is not read, its change is the trigger
  useEffect(() => {
    if (!hasRows || section.current === null || heading.current === null) return;
    bringIntoView(section.current);
    focusQuietly(heading.current);
  }, [added, hasRows]);
  const counts = countsText(list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces the counts once all links are looked up, not their later changes
  useEffect(() => {
    if (hasRows && !isLookingUp) announce(counts, 'polite');
  }, [hasRows, isLookingUp]);
  const remove = (row: ListedLink, index: number): void => {
    const buttons = section.current?.querySelectorAll<HTMLElement>('[data-remove]');
    (buttons?.[index + 1] ?? buttons?.[index - 1])?.focus();
    onRemove(row);
  };
  return (
    <section ref={section} className={styles.panel} aria-labelledby={headingId} data-testid="link-list">
      <div className={styles.head}>
        <h2 ref={heading} id={headingId} className="subhead" tabIndex={-1}>
          {text(linkList, 'title', { count: rows.length })}
        </h2>
        <p className="num">{counts}</p>
      </div>
      {!isOnline && isLookingUp && (
        <FieldMessage tone="warning" icon={WifiOff}>
          {text(linkList, 'offline')}
        </FieldMessage>
      )}
      {Object.entries(pauses).map(([key, pause]) => {
        const scope = key as PauseScope;
        return isHeldBack(list, scope) && <PauseLine key={key} pause={pause} onEnd={() => onResume(scope)} />;
      })}
      {leftOut > 0 && (
        <FieldMessage tone="hint" icon={Info}>
          {text(linkList, 'leftOut', { count: leftOut, max: LINK_LIST_MAX_LINKS })}
        </FieldMessage>
      )}
      {folded > 0 && (
        <FieldMessage tone="hint" icon={Info}>
          {text(linkList, 'folded', { count: folded })}
        </FieldMessage>
      )}
      {note}
      <div className={styles.actions}>{actions}</div>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari ignores a list without bullets */}
      <ul role="list" className={styles.rows}>
        {rows.map((row, index) => (
          <ListedRow
            key={row.key}
            {...props}
            row={row}
            isNext={row === saving}
            onRemove={() => remove(row, index)}
          />
        ))}
      </ul>
    </section>
  );
}
