import type { Editor } from '@tiptap/core';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { contentEditor } from '#messages/content-editor.ts';
import { CONTENT_LINK_TARGET } from '#shared/content-allow-list.ts';
import { text } from '#shared/messages/text.ts';
import { useUnsavedInput } from '../../../state/panel/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckInput } from '../../../ui/check-input.tsx';
import { FieldMessage } from '../../../ui/field-message.tsx';
import { TextInput } from '../../../ui/text-field.tsx';
import { Field } from '../field.tsx';
import { linkAddress } from './link-address.ts';
import styles from './link-form.module.css';

interface LinkParts {
  readonly href: string;
  readonly newTab: boolean;
  /** Link text, used if nothing is selected. */
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

/** Creates the state and actions of the link form. `fieldId` is the id of the address field. */
function useLinkForm(editor: Editor, fieldId: string, onClose: () => void) {
  const [known] = useState(() => editor.getAttributes('link') as { href?: string; target?: string | null });
  const [wantsText] = useState(() => editor.state.selection.empty && known.href === undefined);
  const [parts, setParts] = useState<LinkParts>({
    href: known.href ?? '',
    newTab: known.target === CONTENT_LINK_TARGET,
    text: '',
  });
  const [invalid, setInvalid] = useState(false);
  const change = (part: Partial<LinkParts>) => {
    if (part.href !== undefined) setInvalid(false);
    setParts({ ...parts, ...part });
  };
  const isTyped =
    parts.href !== (known.href ?? '') ||
    parts.newTab !== (known.target === CONTENT_LINK_TARGET) ||
    parts.text !== '';
  useUnsavedInput(isTyped ? text(contentEditor, 'link.unsaved') : null, onClose);
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const href = linkAddress(parts.href);
    setInvalid(href === null);
    if (href === null) return document.getElementById(fieldId)?.focus();
    onClose();
    (wantsText ? insertLink : setLink)(editor, { ...parts, href });
  };
  const remove = () => {
    onClose();
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
  };
  return { parts, invalid, wantsText, isKnown: known.href !== undefined, change, close, apply, remove };
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
 * Renders the form for a link's target and its new-tab option. It edits the link at the caret, links the selected
 * text, or inserts new text.
 */
export function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const id = useId();
  const { parts, invalid, wantsText, isKnown, ...form } = useLinkForm(editor, id, onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    form.close();
  };
  return (
    <form
      aria-label={text(contentEditor, 'link.form')}
      className={styles.form}
      onSubmit={form.apply}
      onKeyDown={onKeyDown}
      noValidate
    >
      <Field id={id} label={text(contentEditor, 'link.address')} className={styles.field}>
        <TextInput
          id={id}
          type="url"
          autoComplete="off"
          autoFocus
          placeholder="https://"
          value={parts.href}
          invalid={invalid}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => form.change({ href: target.value })}
        />
      </Field>
      {wantsText && (
        <Field id={`${id}-text`} label={text(contentEditor, 'link.text')} className={styles.field}>
          <TextInput
            id={`${id}-text`}
            autoComplete="off"
            value={parts.text}
            onChange={({ target }) => form.change({ text: target.value })}
          />
        </Field>
      )}
      <div className={styles.note} role={invalid ? 'alert' : undefined}>
        <FieldMessage id={`${id}-note`} tone={invalid ? 'error' : 'hint'}>
          {invalid ? text(contentEditor, 'link.invalid') : text(contentEditor, 'link.hint')}
        </FieldMessage>
      </div>
      <label className={styles.tab}>
        <CheckInput
          type="checkbox"
          checked={parts.newTab}
          onChange={({ target }) => form.change({ newTab: target.checked })}
        />
        {text(contentEditor, 'link.newTab')}
      </label>
      <Actions isKnown={isKnown} onRemove={form.remove} onCancel={form.close} />
    </form>
  );
}
