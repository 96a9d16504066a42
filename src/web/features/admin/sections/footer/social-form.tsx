import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import { footerEditor } from '#messages/footer-editor.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { socialNames } from '#messages/social-names.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { useUnsavedInput } from '../../../../state/panel/unsaved.ts';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { Form } from '../../../../ui/form.tsx';
import { SelectInput } from '../../../../ui/text-field.tsx';
import { AddressInput, AddressMessage } from '../../address-input.tsx';
import { Field } from '../../field.tsx';
import { readWebAddress } from '../../web-address.ts';
import type { SocialLinkFields, SocialLinkProblem } from './footer-draft.ts';
import styles from './social-form.module.css';
import { fitsPlatform, mainHost, readPlatform, type SocialPlatform } from './social-platforms.ts';

const SENTENCES: Readonly<Record<SocialLinkProblem, string>> = {
  required: text(panelOutcomes, 'socialLinkRequired'),
  bare: text(panelOutcomes, 'socialLinkInvalid'),
  invalid: text(panelOutcomes, 'socialLinkInvalid'),
  duplicate: text(panelOutcomes, 'socialLinkDuplicate'),
};

/** Returns what the owner should know about a complete address: it leads to another site than the platform's, or is none of the web. */
function warningOf(form: SocialLinkFields): string | null {
  const platform = readPlatform(form.platform);
  const address = readWebAddress(form.url);
  if (platform === null || address.kind !== 'valid') return null;
  const name = text(socialNames, platform);
  if (!fitsPlatform(address.url, platform))
    return text(footerEditor, 'foreign', { host: mainHost(platform), name });
  return address.url.startsWith('ftp:') ? text(footerEditor, 'ftp', { name }) : null;
}

/** Returns the field with the problem, which is marked and focused. */
const faultyField = (problem: SocialLinkProblem, { platform }: SocialLinkFields): keyof SocialLinkFields =>
  problem === 'duplicate' || (problem === 'required' && platform === '') ? 'platform' : 'url';

/** Renders why the link cannot be added, else the warning about its address. */
function Messages({
  id,
  problem,
  form,
  onFix,
}: {
  id: string;
  problem: SocialLinkProblem | null;
  form: SocialLinkFields;
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
  initial: SocialLinkFields;
  /** Returns the selectable platforms for the chosen one. */
  choices: (chosen: string) => readonly SocialPlatform[];
  actions: ReactNode;
  onSubmit: (form: SocialLinkFields) => SocialLinkProblem | null;
  onCancel?: () => void;
  className?: string | undefined;
}) {
  const id = useId();
  const form = useForm<SocialLinkFields>({ defaultValues: initial, reValidateMode: 'onSubmit' });
  const values = form.watch();
  const { errors } = form.formState;
  const problem = ((errors.platform ?? errors.url)?.type as SocialLinkProblem | undefined) ?? null;
  const isTyped = values.platform !== initial.platform || values.url.trim() !== initial.url;
  useUnsavedInput(isTyped ? unsaved : null, () => form.reset(initial));
  const submit = form.handleSubmit((typed) => {
    const found = onSubmit(typed);
    if (found === null) form.reset(initial);
    else form.setError(faultyField(found, typed), { type: found }, { shouldFocus: true });
  });
  const edit = (part: keyof SocialLinkFields, value: string) => {
    form.setValue(part, value);
    form.clearErrors();
  };
  const faultOf = (part: keyof SocialLinkFields) =>
    errors[part] === undefined ? {} : { 'aria-describedby': `${id}problem`, invalid: true };
  const { ref, name: platformName } = form.register('platform');
  return (
    <Form
      aria-label={name}
      className={classNames(styles.form, className)}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || onCancel === undefined) return;
        event.preventDefault();
        onCancel();
      }}
    >
      <Field id={`${id}platform`} label={text(footerEditor, 'platform')}>
        <SelectInput
          ref={ref}
          id={`${id}platform`}
          name={platformName}
          data-focus="platform"
          value={values.platform}
          options={[
            ['', text(footerEditor, 'choosePlatform')],
            ...choices(values.platform).map((platform) => [platform, text(socialNames, platform)] as const),
          ]}
          onChoose={(platform) => edit('platform', platform)}
          {...faultOf('platform')}
        />
      </Field>
      <Field id={`${id}url`} label={text(footerEditor, 'url')}>
        <AddressInput
          id={`${id}url`}
          data-focus="url"
          placeholder={text(footerEditor, 'urlPlaceholder')}
          {...form.register('url', { onChange: () => form.clearErrors() })}
          {...faultOf('url')}
        />
      </Field>
      <div className={styles.actions}>{actions}</div>
      <div className={styles.messages}>
        <Messages id={`${id}problem`} problem={problem} form={values} onFix={(url) => edit('url', url)} />
      </div>
    </Form>
  );
}
