import { ENGINE_EDITOR } from '#shared/engine-messages.ts';
import { SettingRow } from '../../setting-row.tsx';
import { AddressField } from './address-field.tsx';
import type { EngineEditor } from './use-engine-editor.ts';

/** Renders the address of a provider that needs no key. Keys are set only by environment variables. */
export function ProviderRow({ editor }: { editor: EngineEditor }) {
  return (
    <SettingRow heading={ENGINE_EDITOR.provider} help={ENGINE_EDITOR.providerHelp}>
      <AddressField
        label={ENGINE_EDITOR.providerAddress}
        hint={ENGINE_EDITOR.providerHint}
        draft={editor.provider}
      />
    </SettingRow>
  );
}
