import { useId } from 'react';
import { PANEL_MESSAGES } from '#shared/panel-messages.ts';
import { SECTION_TITLES } from '#shared/panel-shell-messages.ts';
import { useDraft } from '../../../../state/panel/use-draft.ts';
import { TextInput } from '../../../../ui/text-field.tsx';
import { SectionFrame } from '../../section-frame.tsx';
import { SettingRow } from '../../setting-row.tsx';

const SETTINGS = ['title', 'logo', 'maintenance'] as const;

/** Title, logo and maintenance mode. */
export function GeneralSection() {
  const draft = useDraft('general', SETTINGS);
  const id = useId();
  return (
    <SectionFrame
      draft={draft}
      title={SECTION_TITLES.general}
      lede="What visitors see first: your name, your logo and whether the site is open."
      changes={draft.changed}
      failure={() => PANEL_MESSAGES.settingsSaveFailed}
    >
      <SettingRow heading="Website title" labelFor={id}>
        <TextInput
          id={id}
          value={draft.values.title}
          onChange={({ target }) => draft.edit({ title: target.value })}
        />
      </SettingRow>
    </SectionFrame>
  );
}
