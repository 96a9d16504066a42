import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { footerEditor } from '#messages/footer-editor.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { socialNames } from '#messages/social-names.ts';
import type { SocialLink } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { useUnsavedInput } from '../../../../state/panel/unsaved.ts';
import { Button } from '../../../../ui/button.tsx';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { Form } from '../../../../ui/form.tsx';
import { SelectInput } from '../../../../ui/text-field.tsx';
import { AddressInput, AddressMessage } from '../../address-input.tsx';
import { Field } from '../../field.tsx';
import { readWebAddress } from '../../web-address.ts';
import { type SocialLinkFields, type SocialLinkProblem, selectablePlatforms } from './footer-draft.ts';
import styles from './social-form.module.css';
import { fitsPlatform, mainHost, readPlatform } from './social-platforms.ts';
import type { FooterEditor } from './use-footer-editor.ts';

const SENTENCES: Readonly<Record<SocialLinkProblem, string>> = {
  required: text(panelOutcomes, 'socialLinkRequired'),
  bare: text(panelOutcomes, 'socialLinkInvalid'),
  invalid: text(panelOutcomes, 'socialLinkInvalid'),
  duplicate: text(panelOutcomes, 'socialLinkDuplicate'),
};

/**
 * Returns the warning about a valid address that does not lead to the site of the platform, or that is an FTP address; null for any other
 * address.
 */
function warningOf(form: SocialLinkFields): string | null {
  const platform = readPlatform(form.platform);
  const address = readWebAddress(form.url);
  if (platform === null || address.kind !== 'valid') return null;
  const name = text(socialNames, platform);
  if (!fitsPlatform(address.url, platform))
    return text(footerEditor, 'foreign', { host: mainHost(platform), name });
  return address.url.startsWith('ftp:') ? text(footerEditor, 'ftp', { name }) : null;
}

/** Returns the name of the field with the problem. This field is shown as invalid and focused. */
const faultyField = (problem: SocialLinkProblem, { platform }: SocialLinkFields): keyof SocialLinkFields =>
  problem === 'duplicate' || (problem === 'required' && platform === '') ? 'platform' : 'url';

/** Renders why the link in the form is not valid, or else the warning about its address. */
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
            {SENTENCES[problem]}
          </FieldMessage>
        )}
      </div>
      <div role="status">
        {warning !== null && (
          <FieldMessage tone="warning" icon={TriangleAlert}>
            {warning}
          </FieldMessage>
        )}
      </div>
    </>
  );
}

const NEW: SocialLinkFields = { platform: '', url: '' };

/** Returns the name of what leaving would discard: the new link, or the change of `link`. */
const unsavedOf = (link: SocialLink | undefined): string =>
  link === undefined
    ? text(footerEditor, 'unsaved.new')
    : text(footerEditor, 'unsaved.changed', { name: text(socialNames, link.platform) });

/** Renders the buttons of the form; `onCancel` is undefined in the form for a new link. */
const Actions = ({ onCancel }: { onCancel: (() => void) | undefined }) =>
  onCancel === undefined ? (
    <Button type="submit">{text(footerEditor, 'add')}</Button>
  ) : (
    <>
      <Button type="submit">{text(footerEditor, 'done')}</Button>
      <Button look="ghost" onClick={onCancel}>
        {text(footerEditor, 'cancel')}
      </Button>
    </>
  );

/** Renders the form for the platform and the address of a new link, or of `link`, in whose place it is shown. */
export function SocialForm({ editor, link }: { editor: FooterEditor; link?: SocialLink }) {
  const id = useId();
  const initial = link === undefined ? NEW : { platform: link.platform, url: link.url };
  const form = useForm<SocialLinkFields>({ defaultValues: initial, reValidateMode: 'onSubmit' });
  const values = form.watch();
  const { errors } = form.formState;
  const problem = ((errors.platform ?? errors.url)?.type as SocialLinkProblem | undefined) ?? null;
  const isTyped = values.platform !== initial.platform || values.url.trim() !== initial.url;
  useUnsavedInput(isTyped ? unsavedOf(link) : null, () => form.reset(initial));
  const submit = form.handleSubmit((typed) => {
    const found = link === undefined ? editor.add(typed) : editor.change(link.id, typed);
    if (found === null) form.reset(initial);
    else form.setError(faultyField(found, typed), { type: found }, { shouldFocus: true });
  });
  const edit = (part: keyof SocialLinkFields, value: string) => {
    form.setValue(part, value);
    form.clearErrors();
  };
  const faultOf = (part: keyof SocialLinkFields) =>
    errors[part] === undefined ? {} : { 'aria-describedby': `${id}problem`, invalid: true };
  const onCancel = link && (() => editor.close(link.id));
  const others = editor.links.filter((other) => other.id !== link?.id);
  const { ref, name: platformName } = form.register('platform');
  return (
    <Form
      aria-label={
        link
          ? text(footerEditor, 'editing', { name: text(socialNames, link.platform) })
          : text(footerEditor, 'add')
      }
      className={classNames(styles.form, link && styles.edited)}
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
            ...selectablePlatforms(others, values.platform).map(
              (platform) => [platform, text(socialNames, platform)] as const,
            ),
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
      <div className={styles.actions}>
        <Actions onCancel={onCancel} />
      </div>
      <div className={styles.messages}>
        <Messages id={`${id}problem`} problem={problem} form={values} onFix={(url) => edit('url', url)} />
      </div>
    </Form>
  );
}
