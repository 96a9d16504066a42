import { useId } from 'react';
import { ENGINE_EDITOR } from '#shared/engine-messages.ts';
import { SelectInput } from '../../../../ui/text-field.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { AddressField } from './address-field.tsx';
import styles from './fields.module.css';
import type { EngineEditor } from './use-engine-editor.ts';

const SHARES = [10, 20, 30, 40, 50, 60, 70, 80, 90];

/** Renders where and below which success rate the owner is alerted. */
export function AlertsRow({ editor }: { editor: EngineEditor }) {
  const id = useId();
  const { below } = editor.values.alerts;
  const shares = [...new Set([...SHARES, below])].toSorted((one, other) => one - other);
  return (
    <SettingRow heading={ENGINE_EDITOR.alerts} help={ENGINE_EDITOR.alertsHelp}>
      <AddressField label={ENGINE_EDITOR.webhook} hint={ENGINE_EDITOR.webhookHint} draft={editor.webhook} />
      <div className={styles.field}>
        <label htmlFor={id}>{ENGINE_EDITOR.below}</label>
        <SelectInput
          id={id}
          value={String(below)}
          onChange={({ target }) => editor.setAlertBelow(Number(target.value))}
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
