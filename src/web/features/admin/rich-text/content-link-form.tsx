import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { contentEditor } from '#messages/content-editor.ts';
import { CONTENT_LINK_TARGET } from '#shared/content-allow-list.ts';
import { text } from '#shared/messages/text.ts';
import { useUnsavedInput } from '../../../state/panel/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckLabel } from '../../../ui/check-input.tsx';
import { FieldMessage } from '../../../ui/field-message.tsx';
import { Form } from '../../../ui/form.tsx';
import { TextInput } from '../../../ui/text-field.tsx';
import { Field } from '../field.tsx';
import styles from './content-link-form.module.css';
import { linkAddress } from './link-address.ts';

interface LinkParts {
  readonly href: string;
  readonly newTab: boolean;
  /** Text of a new link; used only if nothing is selected and the caret is in no link. If it is blank, `href` is the text. */
  readonly text: string;
}

const insertLink = (editor: Editor, { href, newTab, text }: LinkParts): void => {
  const attrs = { href, target: newTab ? CONTENT_LINK_TARGET : null };
  editor
    .chain()
    .focus()
    .insertContent({ type: 'text', text: text.trim() || href, marks: [{ type: 'link', attrs }] })
    .run();
};

const setLink = (editor: Editor, { href, newTab }: LinkParts): void => {
  editor
    .chain()
    .focus()
    .extendMarkRange('link')
    .setLink({ href, target: newTab ? CONTENT_LINK_TARGET : null })
    .run();
};

/**
 * Returns the state of the link form, whether the form asks for a text (`wantsText`) or edits an existing link (`isKnown`), and its
 * actions.
 */
function useContentLinkForm(editor: Editor, onClose: () => void) {
  const [known] = useState(() => editor.getAttributes('link') as { href?: string; target?: string | null });
  const [wantsText] = useState(() => editor.state.selection.empty && known.href === undefined);
  const form = useForm<LinkParts>({
    reValidateMode: 'onSubmit',
    defaultValues: { href: known.href ?? '', newTab: known.target === CONTENT_LINK_TARGET, text: '' },
  });
  useUnsavedInput(form.formState.isDirty ? text(contentEditor, 'link.unsaved') : null, onClose);
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const apply = form.handleSubmit((parts) => {
    onClose();
    (wantsText ? insertLink : setLink)(editor, { ...parts, href: linkAddress(parts.href) ?? parts.href });
  });
  const remove = () => {
    onClose();
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
  };
  const invalid = form.formState.errors.href !== undefined;
  return { form, invalid, wantsText, isKnown: known.href !== undefined, close, apply, remove };
}

function Actions({
  isKnown,
  onRemove,
  onCancel,
}: {
  isKnown: boolean;
  onRemove: () => void;
  onCancel: () => void;
}) {
  return (
    <div className={styles.actions}>
      {isKnown && (
        <Button look="ghost" size="small" onClick={onRemove}>
          {text(contentEditor, 'link.remove')}
        </Button>
      )}
      <Button look="ghost" size="small" onClick={onCancel}>
        {text(contentEditor, 'link.cancel')}
      </Button>
      <Button type="submit" size="small">
        {text(contentEditor, 'link.apply')}
      </Button>
    </div>
  );
}

/**
 * Renders the form for the target of a link and its new-tab option. The form edits the link at the caret, links the selected text, or
 * inserts new text with a link.
 */
export function ContentLinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const id = useId();
  const { form, invalid, wantsText, isKnown, close, apply, remove } = useContentLinkForm(editor, onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  };
  return (
    <Form
      aria-label={text(contentEditor, 'link.form')}
      className={styles.form}
      onSubmit={apply}
      onKeyDown={onKeyDown}
    >
      <Field id={id} label={text(contentEditor, 'link.address')} className={styles.field}>
        <TextInput
          id={id}
          type="url"
          autoComplete="off"
          autoFocus
          placeholder="https://"
          invalid={invalid}
          aria-describedby={`${id}-note`}
          {...form.register('href', {
            validate: (href) => linkAddress(href) !== null,
            onChange: () => form.clearErrors(),
          })}
        />
      </Field>
      {wantsText && (
        <Field id={`${id}-text`} label={text(contentEditor, 'link.text')} className={styles.field}>
          <TextInput id={`${id}-text`} autoComplete="off" {...form.register('text')} />
        </Field>
      )}
      <div className={styles.note} role={invalid ? 'alert' : undefined}>
        <FieldMessage id={`${id}-note`} tone={invalid ? 'error' : 'hint'}>
          {invalid ? text(contentEditor, 'link.invalid') : text(contentEditor, 'link.hint')}
        </FieldMessage>
      </div>
      <CheckLabel {...form.register('newTab')}>{text(contentEditor, 'link.newTab')}</CheckLabel>
      <Actions isKnown={isKnown} onRemove={remove} onCancel={close} />
    </Form>
  );
}
