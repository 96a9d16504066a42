import { ChevronDown, Circle, CircleCheck, CircleMinus } from 'lucide-react';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { firstRun as texts } from '#messages/first-run.ts';
import type { FirstRun, FirstRunStep } from '#shared/contract/first-run.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { notifyError } from '../../../../state/notices.ts';
import { changeFirstRun } from '../../../../state/panel/first-run.ts';
import { Button } from '../../../../ui/button.tsx';
import styles from './checklist.module.css';

export type StepState = FirstRun['steps'][FirstRunStep];

/** What every step gets from the checklist. */
export interface StepProps {
  readonly state: StepState;
  readonly expanded: boolean;
  /** Ref of the button that opens and closes the step. */
  readonly toggle: Ref<HTMLButtonElement>;
  readonly onToggle: () => void;
  /** Called once the owner has done the step here, or has left it as it is. `lingers` if it has more to offer. */
  readonly onDone: (how?: { lingers: boolean }) => void;
}

/** Renders the button that leaves a step as it is, or takes that back. Nothing once the step is done. */
function KeepButton({
  step,
  state,
  label,
  isMain,
  onDone,
}: Pick<StepProps, 'state' | 'onDone'> & { step: FirstRunStep; label: string; isMain: boolean }) {
  const [sending, setSending] = useState(false);
  if (state === 'done') return null;
  const kept = state === 'open';
  const send = async () => {
    setSending(true);
    const failure = await changeFirstRun({ kept: { [step]: kept } });
    setSending(false);
    if (failure !== null) notifyError(failure.detail);
    else if (kept) onDone();
  };
  return (
    <Button look={isMain && kept ? 'primary' : 'ghost'} unavailable={sending} onClick={() => void send()}>
      {kept ? label : text(texts, 'undo')}
    </Button>
  );
}

/** Steps that show something only once they are done: leaving them as they are means to skip them. */
const SKIPPABLE: readonly FirstRunStep[] = ['reach', 'visit'];

const ICONS = { open: Circle, skipped: CircleMinus, kept: CircleCheck, done: CircleCheck };

/**
 * Renders a step of the checklist: a row that opens and closes, with the step's state. `summary` says what is done,
 * `keepLabel` what leaving it as it is means.
 */
export function ChecklistStep({
  step,
  summary,
  keepLabel,
  keepIsMain = false,
  actions,
  children,
  ...props
}: StepProps & {
  step: FirstRunStep;
  summary: string;
  keepLabel: string;
  /** Whether leaving the step as it is is what most owners do. */
  keepIsMain?: boolean;
  /** Buttons before the one that leaves the step as it is. */
  actions: ReactNode;
  children: ReactNode;
}) {
  const { state, expanded, toggle, onToggle, onDone } = props;
  const id = useId();
  const isSkipped = state === 'kept' && SKIPPABLE.includes(step);
  const look = isSkipped ? 'skipped' : state;
  const Icon = ICONS[look];
  const shown = state === 'done' ? summary : text(texts, look);
  const keep = <KeepButton step={step} state={state} label={keepLabel} isMain={keepIsMain} onDone={onDone} />;
  return (
    <li className={styles.step} data-step={step} data-state={state}>
      <h3>
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          aria-expanded={expanded}
          aria-controls={id}
          onClick={onToggle}
        >
          <Icon aria-hidden className={classNames('ic', styles[look])} />
          <span className={styles.name}>
            {text(texts, `titles.${step}`)}
            {/* Where nothing is done, the empty circle says so. */}
            <span className={state === 'open' ? 'sr' : styles.summary}>
              {state === 'done' && <span className="sr">{`${text(texts, 'done')}: `}</span>}
              {shown}
            </span>
          </span>
          <ChevronDown aria-hidden className={classNames('ic-s', styles.chevron)} />
        </button>
      </h3>
      <div id={id} hidden={!expanded} className={styles.panel}>
        {children}
        <div className={styles.actions}>
          {keepIsMain && keep}
          {actions}
          {!keepIsMain && keep}
        </div>
      </div>
    </li>
  );
}
