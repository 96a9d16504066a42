import { ArrowUpRight, Circle, CircleCheck, CircleMinus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { engineNames } from '#messages/engine-names.ts';
import { firstRun as texts } from '#messages/first-run.ts';
import { generalSection } from '#messages/general-section.ts';
import { sitePath } from '#shared/base-path.ts';
import { FIRST_RUN_STEPS, type FirstRun, type FirstRunStep } from '#shared/contract/first-run.ts';
import { listWithAnd, listWithCommas } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_IDS, PLATFORM_NAMES } from '#shared/platforms/platforms.ts';
import { sectionPath } from '#shared/section-ids.ts';
import { announce } from '../../../../state/announcer.ts';
import { notifyError } from '../../../../state/notices.ts';
import { useAdminEngines } from '../../../../state/panel/edited-engines.ts';
import { useAdminSettings } from '../../../../state/panel/edited-settings.ts';
import { changeFirstRun } from '../../../../state/panel/use-first-run.ts';
import { Button } from '../../../../ui/button.tsx';
import { ButtonLink } from '../../../../ui/button-link.tsx';
import { FROM_CHECKLIST } from '../../back-to-checklist.tsx';
import panel from '../../panel-styles.module.css';
import styles from './checklist.module.css';

type StepState = FirstRun['steps'][FirstRunStep];

interface Step {
  /** Text that says what the owner can do. */
  readonly help: string;
  /** Text that replaces `help` once the step is done. */
  readonly doneText: string;
  readonly action: ReactNode;
}

const Action = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} state={FROM_CHECKLIST} className="link tap">
    {children}
  </Link>
);

/** Returns the two steps whose links lead to General Settings. */
function useSiteSteps(): Record<'brand' | 'contact', Step> {
  const { title, logo, contactEmail } = useAdminSettings().site;
  const general = sectionPath('general');
  return {
    brand: {
      help: text(generalSection, 'titleHelp'),
      doneText: text(texts, logo === null ? 'withoutLogo' : 'withLogo', { title }),
      action: <Action to={`${general}#website-title`}>{text(texts, 'toBrand')}</Action>,
    },
    contact: {
      help: text(texts, 'contactHelp'),
      doneText: contactEmail ?? text(texts, 'noAddress'),
      action: <Action to={`${general}#contact-email`}>{text(texts, 'toContact')}</Action>,
    },
  };
}

/** Returns the two steps whose links lead to the Engine section. */
function useEngineSteps(): Record<'reach' | 'engines', Step> {
  const { settings, engines } = useAdminEngines();
  const readable = PLATFORM_IDS.filter((platform) => settings.platforms[platform]);
  const setUpNames = new Set(engines.filter(({ configured }) => configured).map(({ name }) => name));
  const used = settings.engines.filter(({ name, on }) => on && setUpNames.has(name));
  // The samples read no link that a visitor pastes.
  const [only, ...others] = used.filter(({ name }) => name !== 'sample');
  const names = listWithCommas(used.map(({ name }) => text(engineNames, name)));
  const helpAlone =
    only === undefined
      ? text(texts, 'enginesNone')
      : text(texts, 'enginesOne', { name: text(engineNames, only.name) });
  const engine = sectionPath('engine');
  return {
    reach: {
      help: text(texts, 'reachHelp'),
      doneText: text(texts, 'reachDone', {
        platforms: listWithAnd(readable.map((platform) => PLATFORM_NAMES[platform])),
      }),
      action: <Action to={`${engine}#reach`}>{text(texts, 'toCheck')}</Action>,
    },
    engines: {
      help: others.length > 0 ? text(texts, 'enginesHelp', { names }) : helpAlone,
      doneText: only === undefined ? helpAlone : names,
      action: (
        <Action to={`${engine}#order`}>{text(texts, others.length > 0 ? 'changeOrder' : 'addEngine')}</Action>
      ),
    },
  };
}

const LEGAL: Step = {
  help: text(texts, 'legalHelp'),
  doneText: text(texts, 'legalDone'),
  action: <Action to={sectionPath('legal')}>{text(texts, 'toLegal')}</Action>,
};

/** Step that opens the public page. The server marks it as done when the browser of the owner has loaded that page. */
const VISIT: Step = {
  help: text(texts, 'visitHelp'),
  doneText: text(texts, 'visitDone'),
  action: (
    <ButtonLink size="small" href={sitePath('/')} target="_blank" rel="noopener">
      {text(texts, 'visit')}
      <ArrowUpRight aria-hidden className="ic-s" />
      <span className="sr">{text(texts, 'newTab')}</span>
    </ButtonLink>
  ),
};

/** Renders the button that marks a step as left as it is, or that undoes this mark. */
function KeepButton({ step, state }: { step: FirstRunStep; state: StepState }) {
  const { title } = useAdminSettings().site;
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    const failure = await changeFirstRun({ kept: { [step]: state === 'open' } });
    setSending(false);
    if (failure !== null) notifyError(failure.detail);
  };
  return (
    <Button look="ghost" size="small" unavailable={sending} onClick={() => void send()}>
      {state === 'open' ? text(texts, `keep.${step}`, { title }) : text(texts, 'undo')}
    </Button>
  );
}

/** Steps that show something only once they are done. Leaving such a step as it is means skipping it. */
const SKIPPABLE: readonly FirstRunStep[] = ['reach', 'visit'];

const isSkipped = (step: FirstRunStep, state: StepState): boolean =>
  state === 'kept' && SKIPPABLE.includes(step);

const ICONS = { open: Circle, skipped: CircleMinus, kept: CircleCheck, done: CircleCheck };

function StepRow({ step, state, content }: { step: FirstRunStep; state: StepState; content: Step }) {
  const look = isSkipped(step, state) ? 'skipped' : state;
  const Icon = ICONS[look];
  return (
    <li className={styles.step} data-step={step} data-state={state}>
      <Icon aria-hidden className={`ic ${styles[look] ?? ''}`} />
      <div className={styles.words}>
        <h3>{text(texts, `titles.${step}`)}</h3>
        <p className={panel.small}>
          <span className={look === 'open' || look === 'done' ? 'sr' : undefined}>{text(texts, look)}. </span>
          {state === 'done' ? content.doneText : content.help}
        </p>
      </div>
      <div className={styles.actions}>
        {content.action}
        {state !== 'done' && <KeepButton step={step} state={state} />}
      </div>
    </li>
  );
}

/**
 * Returns the text above the steps: how many steps are done and skipped, and, when no step is open, whether the site is ready or the check
 * that posts can be read has not passed yet.
 */
function summaryOf({ steps }: FirstRun): string {
  const skipped = FIRST_RUN_STEPS.filter((step) => isSkipped(step, steps[step])).length;
  const openCount = FIRST_RUN_STEPS.filter((step) => steps[step] === 'open').length;
  const values = {
    done: FIRST_RUN_STEPS.length - openCount - skipped,
    count: FIRST_RUN_STEPS.length,
    skipped,
  };
  const progress = text(texts, skipped === 0 ? 'progress' : 'progressSkipped', values);
  if (openCount > 0) return progress;
  return `${progress}. ${text(texts, steps.reach === 'done' ? 'finished' : 'finishedUnread')}`;
}

/**
 * Renders the steps to set up a new site, with their states and links. `takesFocus` focuses the heading. Calls `onHidden` when the owner
 * has hidden the steps.
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
  const steps = { ...useSiteSteps(), ...useEngineSteps(), legal: LEGAL, visit: VISIT };
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
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
        <p role="status" className={panel.small}>
          {summaryOf(firstRun)}
        </p>
      </div>
      <ol>
        {FIRST_RUN_STEPS.map((step) => (
          <StepRow key={step} step={step} state={firstRun.steps[step]} content={steps[step]} />
        ))}
      </ol>
      <div className={styles.foot}>
        <Button look="ghost" size="small" onClick={() => void hide()}>
          {text(texts, 'hide')}
        </Button>
      </div>
    </section>
  );
}
