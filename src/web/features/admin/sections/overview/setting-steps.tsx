import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { firstRun as texts } from '#messages/first-run.ts';
import { generalSection } from '#messages/general-section.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { textLimits } from '#messages/text-limits.ts';
import { contactEmailSchema } from '#shared/contract/site.ts';
import { CONTACT_EMAIL_MAX_CHARACTERS, WEBSITE_TITLE_MAX_CHARACTERS } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { sectionPath } from '#shared/section-ids.ts';
import { useAdminSettings } from '../../../../state/panel/admin-settings.ts';
import type { Draft } from '../../../../state/panel/use-draft.ts';
import type { DraftFrame } from '../../../../state/panel/use-section-draft.ts';
import { Button } from '../../../../ui/button.tsx';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { TextInput } from '../../../../ui/text-field.tsx';
import { FROM_CHECKLIST } from '../../back-to-checklist.tsx';
import { Field } from '../../field.tsx';
import { usePasteLimit } from '../../paste-limit.ts';
import { ConflictChoice, ConflictSentence } from '../../save-bar.tsx';
import styles from './checklist.module.css';
import { ChecklistStep, type StepProps } from './checklist-step.tsx';

/** Renders the button that submits the form `form`, which saves the draft. */
function SaveButton({ form, draft, label }: { form: string; draft: DraftFrame; label: string }) {
  const saving = draft.phase.kind === 'saving';
  const unavailable = saving || draft.changed.length === 0 || draft.conflict !== null;
  return (
    <Button type="submit" look="primary" form={form} unavailable={unavailable}>
      {saving && <Spinner />}
      {saving ? text(texts, 'saving') : label}
    </Button>
  );
}

/** Renders why a save did not happen: it failed, or someone else saved meanwhile. */
function SaveProblem({ draft }: { draft: DraftFrame }) {
  const { phase, conflict } = draft;
  return (
    <div role="alert">
      {phase.kind === 'failed' && (
        <p className={styles.problem}>
          <CircleAlert aria-hidden className="ic-s" />
          {`${text(panelOutcomes, 'settingsSaveFailed')} ${phase.detail}`}
        </p>
      )}
      {conflict !== null && (
        <div className={styles.conflict}>
          <p>
            <ConflictSentence conflict={conflict} />
          </p>
          <ConflictChoice draft={draft} />
        </div>
      )}
    </div>
  );
}

/** Calls `onSaved` once after each save. */
function useSaved({ phase }: DraftFrame, onSaved: () => void): void {
  const saved = useRef(onSaved);
  saved.current = onSaved;
  useEffect(() => {
    if (phase.kind === 'saved') saved.current();
  }, [phase]);
}

/** Renders the form of a step with one field. Enter saves. */
function StepForm({
  id,
  draft,
  check,
  children,
}: {
  id: string;
  draft: DraftFrame;
  check: () => boolean;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const inConflict = draft.conflict !== null;
  const had = useRef(inConflict);
  useEffect(() => {
    const isOver = had.current && !inConflict;
    had.current = inConflict;
    // The choice disappears with the conflict, and the focus with it.
    if (isOver && document.activeElement === document.body) form.current?.querySelector('input')?.focus();
  }, [inConflict]);
  return (
    <form
      ref={form}
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.changed.length > 0 && draft.conflict === null && check()) void draft.save();
      }}
    >
      {children}
      <SaveProblem draft={draft} />
    </form>
  );
}

/** Renders the step for the title, with a link to where the logo is chosen. */
export function BrandStep({ draft, ...props }: StepProps & { draft: Draft<'title'> }) {
  const id = useId();
  const { site } = useAdminSettings();
  const field = useRef<HTMLInputElement>(null);
  const [checked, setChecked] = useState(false);
  // The logo is the other half of the step.
  useSaved(draft, () => props.onDone({ lingers: site.logo === null }));
  const missing = checked && draft.values.title.trim() === '';
  const check = () => {
    setChecked(true);
    if (draft.values.title.trim() !== '') return true;
    field.current?.focus();
    return false;
  };
  const { title, logo } = site;
  const typed = draft.values.title;
  const { isCut, field: limit } = usePasteLimit(WEBSITE_TITLE_MAX_CHARACTERS);
  const hint = isCut
    ? text(generalSection, 'titleCut', { most: WEBSITE_TITLE_MAX_CHARACTERS })
    : text(generalSection, 'titleHelp');
  return (
    <ChecklistStep
      {...props}
      step="brand"
      summary={text(texts, logo === null ? 'withoutLogo' : 'withLogo', { title })}
      keepLabel={text(texts, 'keep.brand', { title })}
      actions={
        <>
          <SaveButton form={`${id}form`} draft={draft} label={text(texts, 'saveTitle')} />
          <Link to={`${sectionPath('general')}#logo`} state={FROM_CHECKLIST} className={styles.link}>
            {logo === null ? text(texts, 'addLogo') : text(texts, 'changeLogo')}
          </Link>
        </>
      }
    >
      <StepForm id={`${id}form`} draft={draft} check={check}>
        <Field id={id} label={text(generalSection, 'title')}>
          <TextInput
            ref={field}
            id={id}
            value={typed}
            {...limit}
            invalid={missing}
            aria-describedby={`${id}line`}
            autoComplete="off"
            onChange={({ target }) => draft.edit({ title: target.value })}
          />
        </Field>
        <div className={styles.line}>
          <FieldMessage id={`${id}line`} tone={missing ? 'error' : 'hint'}>
            {missing ? text(generalSection, 'titleRequired') : hint}
          </FieldMessage>
          <span>
            {text(generalSection, 'counted', {
              characters: typed.length,
              most: WEBSITE_TITLE_MAX_CHARACTERS,
            })}
          </span>
        </div>
      </StepForm>
    </ChecklistStep>
  );
}

/** Returns whether a typed contact address can be saved; null is none. */
const isAddress = (typed: string | null): boolean =>
  typed === null || z.safeParse(contactEmailSchema, typed.trim()).success;

/** Renders the step for the address at which visitors reach the owner. */
export function ContactStep({ draft, ...props }: StepProps & { draft: Draft<'contactEmail'> }) {
  const id = useId();
  const { site } = useAdminSettings();
  const field = useRef<HTMLInputElement>(null);
  const [checked, setChecked] = useState(false);
  useSaved(draft, props.onDone);
  const invalid = checked && !isAddress(draft.values.contactEmail);
  const { isCut, field: limit } = usePasteLimit(CONTACT_EMAIL_MAX_CHARACTERS);
  const hint = isCut
    ? text(textLimits, 'cut', { most: CONTACT_EMAIL_MAX_CHARACTERS })
    : text(texts, 'contactHelp');
  const check = () => {
    setChecked(true);
    if (isAddress(draft.values.contactEmail)) return true;
    field.current?.focus();
    return false;
  };
  return (
    <ChecklistStep
      {...props}
      step="contact"
      summary={site.contactEmail ?? text(texts, 'noAddress')}
      keepLabel={text(texts, 'keep.contact')}
      actions={<SaveButton form={`${id}form`} draft={draft} label={text(texts, 'saveAddress')} />}
    >
      <StepForm id={`${id}form`} draft={draft} check={check}>
        <Field id={id} label={text(generalSection, 'contact')}>
          <TextInput
            ref={field}
            id={id}
            type="email"
            value={draft.values.contactEmail ?? ''}
            {...limit}
            invalid={invalid}
            aria-describedby={`${id}line`}
            autoComplete="off"
            dir="ltr"
            onChange={({ target }) =>
              draft.edit({ contactEmail: target.value.trim() === '' ? null : target.value })
            }
          />
        </Field>
        <FieldMessage id={`${id}line`} tone={invalid ? 'error' : 'hint'}>
          {invalid ? text(panelOutcomes, 'invalidEmail') : hint}
        </FieldMessage>
      </StepForm>
    </ChecklistStep>
  );
}
