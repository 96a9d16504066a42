import { useRef, useState } from 'react';
import { WEBSITE_TITLE_MAX_CHARACTERS } from '#shared/contract/site.ts';
import { GENERAL } from '#shared/general-section-messages.ts';
import { PANEL_MESSAGES } from '#shared/panel-messages.ts';
import { SECTION_TITLES } from '#shared/panel-shell-messages.ts';
import { useAdminSettings } from '../../../../state/panel/admin-settings.ts';
import { useDraft } from '../../../../state/panel/use-draft.ts';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { TextInput } from '../../../../ui/text-field.tsx';
import { SectionFrame } from '../../section-frame.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { type BrandComponent, GENERAL_SETTINGS, type GeneralDraft } from './general-draft.ts';
import styles from './general-section.module.css';
import { LogoRow, useLogo } from './logo-row.tsx';
import { MaintenanceRow } from './maintenance-row.tsx';
import { SitePreview } from './site-preview.tsx';

const TITLE_ID = 'website-title';

function TitleRow({ draft, missing }: { draft: GeneralDraft; missing: boolean }) {
  const { title } = draft.values;
  const before = draft.saved.title;
  return (
    <SettingRow heading={GENERAL.title} help={GENERAL.titleHelp} labelFor={TITLE_ID}>
      <TextInput
        id={TITLE_ID}
        value={title}
        maxLength={WEBSITE_TITLE_MAX_CHARACTERS}
        invalid={missing}
        aria-describedby={`${TITLE_ID}-line`}
        autoComplete="off"
        onChange={({ target }) => draft.edit({ title: target.value })}
      />
      <div className={styles.line}>
        <FieldMessage id={`${TITLE_ID}-line`} tone={missing ? 'error' : 'hint'}>
          {missing ? GENERAL.titleRequired : title !== before && GENERAL.changedFrom(before)}
        </FieldMessage>
        <span className="num">{GENERAL.counted(title.length, WEBSITE_TITLE_MAX_CHARACTERS)}</span>
      </div>
    </SettingRow>
  );
}

/** Renders General Settings: title, logo and maintenance mode. */
export function GeneralSection({ Brand }: { Brand: BrandComponent }) {
  const settings = useAdminSettings();
  const draft = useDraft('general', GENERAL_SETTINGS);
  const logo = useLogo(draft, settings.logo);
  const [checked, setChecked] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const missing = checked && draft.values.title.trim() === '';
  const check = () => {
    setChecked(true);
    if (draft.values.title.trim() !== '') return true;
    form.current?.querySelector<HTMLElement>(`#${TITLE_ID}`)?.focus();
    return false;
  };
  const names = {
    title: GENERAL.title,
    logo: GENERAL.logo,
    maintenance: GENERAL.maintenance,
  } as const;
  return (
    <SectionFrame
      draft={draft}
      title={SECTION_TITLES.general}
      lede={GENERAL.lede}
      changes={draft.changed.map((name) => names[name])}
      failure={PANEL_MESSAGES.settingsSaveFailed}
      check={check}
      preview={
        <SitePreview
          Brand={Brand}
          title={draft.values.title}
          logo={logo.shown}
          navbar={settings.site.navbar}
        />
      }
    >
      <div ref={form}>
        <TitleRow draft={draft} missing={missing} />
        <LogoRow logo={logo} Brand={Brand} />
        <MaintenanceRow draft={draft} />
      </div>
    </SectionFrame>
  );
}
