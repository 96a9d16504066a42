import { useId } from 'react';
import { ENGINE_EDITOR } from '#shared/engine-messages.ts';
import { LINK_MAX_CHARACTERS } from '#shared/limits.ts';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { SelectInput, TextInput } from '../../../../ui/text-field.tsx';
import { AddressMessage } from '../../address-message.tsx';
import { afterPress } from '../../after-press.ts';
import { SettingRow } from '../../setting-row.tsx';
import { readSecureAddress } from '../../web-address.ts';
import styles from './alerts-row.module.css';
import type { EngineEditor } from './use-engine-editor.ts';

const SHARES = [10, 20, 30, 40, 50, 60, 70, 80, 90];

function Webhook({ editor }: { editor: EngineEditor }) {
  const id = useId();
  const { webhookProblem: problem } = editor;
  const text = editor.values.alerts.webhook ?? '';
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{ENGINE_EDITOR.webhook}</label>
      <TextInput
        id={id}
        data-webhook=""
        invalid={problem !== null}
        aria-describedby={problem === null ? `${id}hint` : `${id}problem`}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        maxLength={LINK_MAX_CHARACTERS}
        placeholder={ENGINE_EDITOR.webhookPlaceholder}
        value={text}
        onChange={({ target }) => editor.writeWebhook(target.value)}
        onBlur={() => afterPress(editor.leaveWebhook)}
      />
      {problem === null ? (
        <FieldMessage id={`${id}hint`} tone="hint">
          {ENGINE_EDITOR.webhookHint}
        </FieldMessage>
      ) : (
        <AddressMessage
          id={`${id}problem`}
          text={ENGINE_EDITOR.webhookProblems[problem]}
          address={readSecureAddress(text)}
          onFix={editor.writeWebhook}
        />
      )}
    </div>
  );
}

/** Where the owner is told that too little works, and when. */
export function AlertsRow({ editor }: { editor: EngineEditor }) {
  const id = useId();
  const { below } = editor.values.alerts;
  const shares = [...new Set([...SHARES, below])].toSorted((one, other) => one - other);
  return (
    <SettingRow heading={ENGINE_EDITOR.alerts} help={ENGINE_EDITOR.alertsHelp}>
      <Webhook editor={editor} />
      <div className={styles.field}>
        <label htmlFor={id}>{ENGINE_EDITOR.below}</label>
        <SelectInput
          id={id}
          value={String(below)}
          onChange={({ target }) => editor.tellBelow(Number(target.value))}
        >
          {shares.map((share) => (
            <option key={share} value={share}>
              {ENGINE_EDITOR.belowOption(share)}
            </option>
          ))}
        </SelectInput>
      </div>
    </SettingRow>
  );
}
