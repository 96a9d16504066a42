import { ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router';
import { engineNames } from '#messages/engine-names.ts';
import { firstRun as texts } from '#messages/first-run.ts';
import { listWithCommas } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import { sectionPath } from '#shared/section-ids.ts';
import { useAdminEngines } from '../../../../state/panel/engine-settings.ts';
import { ButtonLink } from '../../../../ui/button-link.tsx';
import { FROM_CHECKLIST } from '../../back-to-checklist.tsx';
import styles from './checklist.module.css';
import { ChecklistStep, type StepProps } from './checklist-step.tsx';

/** Renders the step for the order of the engines, which is changed in the Engine section. */
export function EnginesStep(props: StepProps) {
  const { settings, engines } = useAdminEngines();
  const isSetUp = new Set(engines.filter(({ configured }) => configured).map(({ name }) => name));
  const used = settings.engines.filter(({ name, on }) => on && isSetUp.has(name));
  // The samples read no link that a visitor pastes.
  const [only, ...others] = used.filter(({ name }) => name !== 'sample');
  const reading = only === undefined ? 0 : 1 + others.length;
  const help =
    only !== undefined && reading === 1
      ? text(texts, 'enginesOne', { name: text(engineNames, only.name) })
      : text(texts, reading === 0 ? 'enginesNone' : 'enginesHelp');
  const names = used.map(({ name }) => text(engineNames, name));
  return (
    <ChecklistStep
      {...props}
      step="engines"
      summary={reading === 0 ? text(texts, 'enginesNone') : listWithCommas(names)}
      keepLabel={text(texts, 'keep.engines')}
      keepIsMain
      actions={
        <Link to={`${sectionPath('engine')}#order`} state={FROM_CHECKLIST} className={styles.link}>
          {text(texts, reading < 2 ? 'addEngine' : 'changeOrder')}
        </Link>
      }
    >
      <p className={styles.help}>{help}</p>
      {names.length > 0 && (
        <ol className={styles.order}>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ol>
      )}
    </ChecklistStep>
  );
}

/** Renders the step that shows the public page. The server notices when the owner's browser has loaded it. */
export const VisitStep = (props: StepProps) => (
  <ChecklistStep
    {...props}
    step="visit"
    summary={text(texts, 'visitDone')}
    keepLabel={text(texts, 'keep.visit')}
    actions={
      <ButtonLink look="primary" href="/" target="_blank" rel="noopener">
        {text(texts, 'visit')}
        <ArrowUpRight aria-hidden className="ic-s" />
        <span className="sr">{text(texts, 'newTab')}</span>
      </ButtonLink>
    }
  >
    <p className={styles.help}>{text(texts, 'visitHelp')}</p>
  </ChecklistStep>
);
