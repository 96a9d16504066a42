import { useId, useRef } from 'react';
import { filenameField } from '#messages/filename-field.ts';
import {
  FILENAME_TOKENS,
  type FilenameTemplateFault,
  type FilenameToken,
  findTemplateFault,
} from '#shared/format/filename-template.ts';
import { FILENAME_TEMPLATE_MAX_CHARACTERS } from '#shared/limits.ts';
import { text, textParts } from '#shared/messages/text.ts';
import { Button } from './button.tsx';
import { FieldMessage } from './field-message.tsx';
import { FileName } from './file-name.tsx';
import styles from './filename-field.module.css';
import { TextInput } from './text-field.tsx';

function faultText(fault: FilenameTemplateFault): string {
  if (fault.kind === 'token') return text(filenameField, 'fault.token', { token: `{${fault.token}}` });
  return fault.kind === 'long'
    ? text(filenameField, 'fault.long', { most: FILENAME_TEMPLATE_MAX_CHARACTERS })
    : text(filenameField, `fault.${fault.kind}`);
}

/**
 * Renders a field with a template for file names, without a label. Below it stands what is wrong with the template, or else the names
 * `examples` that it gives, and then every token with a button that inserts it: curly brackets are hard to type on a phone. While the field
 * holds another template than `standard`, a button with the label `standardLabel` puts that back.
 */
export function FilenameField({
  id,
  value,
  examples,
  standard,
  standardLabel,
  onEdit,
}: {
  id: string;
  value: string;
  examples: readonly string[];
  standard: string;
  standardLabel: string;
  onEdit: (typed: string) => void;
}) {
  const lineId = useId();
  const input = useRef<HTMLInputElement>(null);
  const fault = findTemplateFault(value);
  const [before, , after] = textParts(filenameField, 'example');
  const insert = (token: FilenameToken): void => {
    const { current: element } = input;
    if (element === null) return;
    const { selectionStart, selectionEnd } = element;
    element.focus();
    element.setRangeText(`{${token}}`, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
    // React notices only typed changes.
    element.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <div className={styles.field}>
      <TextInput
        ref={input}
        id={id}
        dir="ltr"
        value={value}
        maxLength={FILENAME_TEMPLATE_MAX_CHARACTERS}
        invalid={fault !== null}
        aria-describedby={lineId}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onChange={({ target }) => onEdit(target.value)}
      />
      <div id={lineId}>
        <div role="status">{fault && <FieldMessage tone="error">{faultText(fault)}</FieldMessage>}</div>
        {fault === null &&
          examples.map((name) => (
            <FieldMessage key={name} tone="hint">
              <span>
                {before}
                <FileName name={name} />
                {after}
              </span>
            </FieldMessage>
          ))}
      </div>
      <ul className={styles.tokens} aria-label={text(filenameField, 'tokens')}>
        {FILENAME_TOKENS.map((token) => (
          <li key={token}>
            <button
              type="button"
              className="bare link tap"
              aria-label={text(filenameField, 'insert', { token: `{${token}}` })}
              onClick={() => insert(token)}
            >
              <code>{`{${token}}`}</code>
            </button>
            {text(filenameField, `token.${token}`)}
          </li>
        ))}
      </ul>
      {value !== standard && (
        <Button
          size="small"
          onClick={() => {
            onEdit(standard);
            // The button disappears.
            input.current?.focus();
          }}
        >
          {standardLabel}
        </Button>
      )}
    </div>
  );
}
