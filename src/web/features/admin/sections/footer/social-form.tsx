import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { footerEditor } from '#messages/footer-editor.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { socialNames } from '#messages/social-names.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { useUnsavedInput } from '../../../../state/panel/unsaved.ts';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { SelectInput } from '../../../../ui/text-field.tsx';
import { AddressInput, AddressMessage } from '../../address-input.tsx';
import { Field } from '../../field.tsx';
import { readWebAddress } from '../../web-address.ts';
import type { FormProblem, LinkForm } from './footer-draft.ts';
import { fitsPlatform, mainHost, readPlatform, type SocialPlatform } from './platforms.ts';
import styles from './social-form.module.css';

const SENTENCES: Readonly<Record<FormProblem, string>> = {
  required: text(panelOutcomes, 'socialLinkRequired'),
  bare: text(panelOutcomes, 'socialLinkInvalid'),
  invalid: text(panelOutcomes, 'socialLinkInvalid'),
  duplicate: text(panelOutcomes, 'socialLinkDuplicate'),
};

/** Returns what the owner should know about a complete address: it leads to another site than the platform's, or is none of the web. */
function warningOf(form: LinkForm): string | null {
  const platform = readPlatform(form.platform);
  const address = readWebAddress(form.url);
  if (platform === null || address.kind !== 'valid') return null;
  const name = text(socialNames, platform);
  if (!fitsPlatform(address.url, platform))
    return text(footerEditor, 'foreign', { host: mainHost(platform), name });
  return address.url.startsWith('ftp:') ? text(footerEditor, 'ftp', { name }) : null;
}

/** Returns the field with the problem, which is marked and focused. */
const faultyField = (problem: FormProblem | null, form: LinkForm): 'platform' | 'url' | null => {
  if (problem === null) return null;
  if (problem === 'duplicate') return 'platform';
  return problem === 'required' && form.platform === '' ? 'platform' : 'url';
};

/** Renders why the link cannot be added, else the warning about its address. */
function Messages({
  id,
  problem,
  form,
  onFix,
}: {
  id: string;
  problem: FormProblem | null;
  form: LinkForm;
  onFix: (url: string) => void;
}) {
  const warning = problem === null ? warningOf(form) : null;
  return (
    <>
      <div role="alert">
        {(problem === 'bare' || problem === 'invalid') && (
          <AddressMessage
            id={id}
            problem={SENTENCES[problem]}
            address={readWebAddress(form.url)}
            onFix={onFix}
          />
        )}
        {(problem === 'required' || problem === 'duplicate') && (
          <FieldMessage id={id} tone="error" icon={CircleAlert}>
            <span className={styles.words}>{SENTENCES[problem]}</span>
          </FieldMessage>
        )}
      </div>
      <div role="status">
        {warning !== null && (
          <FieldMessage tone="warning" icon={TriangleAlert}>
            <span className={styles.words}>{warning}</span>
          </FieldMessage>
        )}
      </div>
    </>
  );
}

/** Creates the form's state. `submit` adds or changes the link, or returns why it cannot. */
function useSocialForm(initial: LinkForm, submit: (form: LinkForm) => FormProblem | null) {
  const [form, setForm] = useState(initial);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const fields = useRef<HTMLFormElement>(null);
  return {
    form,
    problem,
    fields,
    reset: () => {
      setForm(initial);
      setProblem(null);
    },
    /** Editing removes the problem, which may no longer apply. */
    edit: (part: Partial<LinkForm>) => {
      setForm({ ...form, ...part });
      setProblem(null);
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const found = submit(form);
      setProblem(found);
      const faulty = faultyField(found, form);
      if (faulty === null) setForm(initial);
      else fields.current?.querySelector<HTMLElement>(`[name="${faulty}"]`)?.focus();
    },
  };
}

interface FieldProps {
  id: string;
  value: string;
  onChange: (value: string) => void;
  /** Id of the element that describes the field's problem. */
  problem: string | undefined;
}

const faultOf = (problem: string | undefined) =>
  problem === undefined ? {} : { 'aria-describedby': problem, invalid: true };

function PlatformField({
  id,
  value,
  onChange,
  problem,
  choices,
}: FieldProps & { choices: readonly SocialPlatform[] }) {
  return (
    <Field id={id} label={text(footerEditor, 'platform')}>
      <SelectInput
        id={id}
        name="platform"
        data-focus="platform"
        value={value}
        options={[
          ['', text(footerEditor, 'choosePlatform')],
          ...choices.map((platform) => [platform, text(socialNames, platform)] as const),
        ]}
        onChoose={onChange}
        {...faultOf(problem)}
      />
    </Field>
  );
}

function UrlField({ id, value, onChange, problem }: FieldProps) {
  return (
    <Field id={id} label={text(footerEditor, 'url')}>
      <AddressInput
        id={id}
        name="url"
        data-focus="url"
        placeholder={text(footerEditor, 'urlPlaceholder')}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        {...faultOf(problem)}
      />
    </Field>
  );
}

/**
 * Renders the form for platform and address of a new or changed link. `onSubmit` returns why it is not valid, or null.
 */
export function SocialForm({
  name,
  unsaved,
  initial,
  choices,
  actions,
  onSubmit,
  onCancel,
  className,
}: {
  name: string;
  /** Names what was typed but not added yet, in the question before leaving. */
  unsaved: string;
  initial: LinkForm;
  /** Returns the selectable platforms for the chosen one. */
  choices: (chosen: string) => readonly SocialPlatform[];
  actions: ReactNode;
  onSubmit: (form: LinkForm) => FormProblem | null;
  onCancel?: () => void;
  className?: string | undefined;
}) {
  const id = useId();
  const social = useSocialForm(initial, onSubmit);
  const { form, problem, edit } = social;
  const isTyped = form.platform !== initial.platform || form.url.trim() !== initial.url;
  useUnsavedInput(isTyped ? unsaved : null, social.reset);
  const faulty = faultyField(problem, form);
  const field = (part: keyof LinkForm) => ({
    id: id + part,
    value: form[part],
    onChange: (value: string) => edit({ [part]: value }),
    problem: faulty === part ? `${id}problem` : undefined,
  });
  return (
    <form
      ref={social.fields}
      noValidate
      aria-label={name}
      className={classNames(styles.form, className)}
      onSubmit={social.onSubmit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || onCancel === undefined) return;
        event.preventDefault();
        onCancel();
      }}
    >
      <PlatformField {...field('platform')} choices={choices(form.platform)} />
      <UrlField {...field('url')} />
      <div className={styles.actions}>{actions}</div>
      <div className={styles.messages}>
        <Messages id={`${id}problem`} problem={problem} form={form} onFix={(url) => edit({ url })} />
      </div>
    </form>
  );
}
