import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { firstRun as texts } from '#messages/first-run.ts';
import { generalSection } from '#messages/general-section.ts';
import { FIRST_RUN_STEPS, type FirstRun, type FirstRunStep } from '#shared/contract/first-run.ts';
import { listWithAnd } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import { sectionPath } from '#shared/section-ids.ts';
import { announce } from '../../../../state/announcer.ts';
import { notifyError } from '../../../../state/notices.ts';
import { useAdminEngines } from '../../../../state/panel/engine-settings.ts';
import { changeFirstRun, refreshFirstRun } from '../../../../state/panel/first-run.ts';
import { useDraft } from '../../../../state/panel/use-draft.ts';
import { Button } from '../../../../ui/button.tsx';
import { useUnsavedChanges } from '../../section-frame.tsx';
import styles from './checklist.module.css';
import type { StepProps } from './checklist-step.tsx';
import { EnginesStep, VisitStep } from './link-steps.tsx';
import { ReachStep } from './reach-step.tsx';
import { BrandStep, ContactStep } from './setting-steps.tsx';

const TITLE = ['title'] as const;
const CONTACT = ['contactEmail'] as const;

const isOpen = (state: FirstRun['steps'][FirstRunStep]): boolean => state === 'open';

const progressText = ({ steps }: FirstRun): string =>
  text(texts, 'progress', {
    done: FIRST_RUN_STEPS.filter((step) => !isOpen(steps[step])).length,
    count: FIRST_RUN_STEPS.length,
  });

/** Returns the first step that is not done; null if there is none. */
const nextStep = ({ steps }: FirstRun): FirstRunStep | null =>
  FIRST_RUN_STEPS.find((step) => isOpen(steps[step])) ?? null;

/** Whether every step is done or left as it is. */
export const isComplete = (firstRun: FirstRun): boolean => nextStep(firstRun) === null;

/**
 * Returns the open step to go on to after `step`: a later one, else an earlier one; null if there is none. Steps in
 * `tried` are left alone: they stay open only because what they ask for failed.
 */
function stepAfter(
  { steps }: FirstRun,
  step: FirstRunStep,
  tried: readonly FirstRunStep[],
): FirstRunStep | null {
  const at = FIRST_RUN_STEPS.indexOf(step);
  const others = [...FIRST_RUN_STEPS.slice(at + 1), ...FIRST_RUN_STEPS.slice(0, at)];
  return others.find((other) => isOpen(steps[other]) && !tried.includes(other)) ?? null;
}

/** Returns which step is expanded, and what each step needs. One step done here leads to the next. */
function useSteps(firstRun: FirstRun) {
  const { reach } = useAdminEngines();
  const [expanded, setExpanded] = useState(() => nextStep(firstRun));
  /** A step that is done but has more to offer: it stays open beside the next one until the owner goes on there. */
  const [lingering, setLingering] = useState<FirstRunStep | null>(null);
  const toggles = useRef(new Map<FirstRunStep, HTMLButtonElement>());
  const finish = async (step: FirstRunStep, lingers: boolean) => {
    const now = (await refreshFirstRun()) ?? firstRun;
    announce(progressText(now), 'polite');
    const next = stepAfter(now, step, reach === null || reach.outdated ? [] : ['reach']);
    // The owner may have gone on while a check ran.
    const row = toggles.current.get(step)?.closest('li');
    const isHere = document.activeElement === document.body || row?.contains(document.activeElement);
    if (lingers && isHere) setLingering(step);
    setExpanded((shown) => (shown === step ? next : shown));
    if (isHere) toggles.current.get(next ?? step)?.focus();
  };
  const propsOf = (step: FirstRunStep): StepProps => ({
    state: firstRun.steps[step],
    expanded: expanded === step || lingering === step,
    toggle: (element) => {
      if (element === null) toggles.current.delete(step);
      else toggles.current.set(step, element);
    },
    onToggle: () => {
      setLingering(null);
      if (lingering !== step) setExpanded(expanded === step ? null : step);
    },
    onDone: (how) => void finish(step, how?.lingers === true),
  });
  /** Folds the step that lingers once `target`, which the owner uses, is in another one. */
  const moveOn = (target: EventTarget) => {
    const used = target instanceof Element ? target.closest<HTMLElement>('[data-step]') : null;
    if (used !== null && used.dataset['step'] !== lingering) setLingering(null);
  };
  return { propsOf, moveOn };
}

/** Renders how many steps are done, as text and as bars. */
const Progress = ({ firstRun }: { firstRun: FirstRun }) => (
  <p className={styles.progress}>
    <span className={styles.bars} aria-hidden="true">
      {FIRST_RUN_STEPS.map((step) => (
        <i key={step} className={isOpen(firstRun.steps[step]) ? undefined : styles.full} />
      ))}
    </span>
    <span className="num">{progressText(firstRun)}</span>
  </p>
);

/**
 * Renders the checklist for a new site. Calls `onHidden` once the owner has hidden it. `takesFocus`: the owner has just
 * brought it back.
 */
export function Checklist({
  firstRun,
  takesFocus,
  onHidden,
}: {
  firstRun: FirstRun;
  takesFocus: boolean;
  onHidden: () => void;
}) {
  const title = useDraft('overview', TITLE);
  const contact = useDraft('overview', CONTACT);
  const { propsOf, moveOn } = useSteps(firstRun);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const discardTitle = title.discard;
  const discardContact = contact.discard;
  const discard = useCallback(() => {
    discardTitle();
    discardContact();
  }, [discardTitle, discardContact]);
  const unsaved = [
    ...(title.changed.length > 0 ? [text(generalSection, 'title')] : []),
    ...(contact.changed.length > 0 ? [text(generalSection, 'contact')] : []),
  ];
  const phase = title.phase.kind === 'saving' ? title.phase : contact.phase;
  useUnsavedChanges({ section: 'overview', discard, phase }, listWithAnd(unsaved));
  const hide = async () => {
    const failure = await changeFirstRun({ hidden: true });
    if (failure !== null) return notifyError(failure.detail);
    announce(text(texts, 'hidden'), 'polite');
    onHidden();
  };
  return (
    <section className={styles.card} aria-labelledby="first-run" data-testid="first-run">
      <div className={styles.head}>
        <h2 ref={heading} id="first-run" tabIndex={-1}>
          {text(texts, 'heading')}
        </h2>
        <Progress firstRun={firstRun} />
      </div>
      <ol
        className={styles.steps}
        // Not at once when a pointer goes down or the focus arrives: what is pressed would move away under it.
        onClick={({ target }) => moveOn(target)}
        onKeyUp={({ key, target }) => {
          if (key === 'Tab' && !(target as Element).hasAttribute('aria-expanded')) moveOn(target);
        }}
      >
        <BrandStep {...propsOf('brand')} draft={title} />
        <ReachStep {...propsOf('reach')} />
        <ContactStep {...propsOf('contact')} draft={contact} />
        <EnginesStep {...propsOf('engines')} />
        <VisitStep {...propsOf('visit')} />
      </ol>
      <div className={styles.foot}>
        <Button look="ghost" size="small" onClick={() => void hide()}>
          {text(texts, 'hide')}
        </Button>
      </div>
    </section>
  );
}

/**
 * Renders the line that follows the checklist once every step is done, and tells the server that the owner has seen it.
 * It calls the site ready only if the check that posts can be read has passed. `takesFocus` moves the focus to it.
 */
export function FinishedLine({ takesFocus, canRead }: { takesFocus: boolean; canRead: boolean }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // If it fails, the line is shown again at the next visit.
    void changeFirstRun({ finished: true });
    if (takesFocus) line.current?.focus();
  }, [takesFocus]);
  return (
    <p ref={line} role="status" tabIndex={-1} className={styles.finished}>
      {canRead ? (
        text(texts, 'finished')
      ) : (
        <>
          <span>{text(texts, 'finishedUnread')}</span>{' '}
          <Link to={`${sectionPath('engine')}#reach`} className="link">
            {text(texts, 'toCheck')}
          </Link>
        </>
      )}
    </p>
  );
}
