import { type ReactNode, useRef, useState } from 'react';
import { generalSection } from '#messages/general-section.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { pictureSettings } from '#messages/picture-settings.ts';
import { byPicture, PICTURE_SETTINGS } from '#shared/contract/site.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { WEBSITE_TITLE_MAX_CHARACTERS } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { useAdminSettings } from '../../../../state/panel/edited-settings.ts';
import { type DraftFields, useDraft } from '../../../../state/panel/use-draft.ts';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { TextInput } from '../../../../ui/text-field.tsx';
import { notifyIfCut } from '../../paste-limit.ts';
import { focusProblem } from '../../reveal.ts';
import { SectionFrame } from '../../section-frame.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { CONTACT_ID, ContactRow, canSaveContactEmail } from './contact-row.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import styles from './general-section.module.css';
import { MaintenanceRow } from './maintenance-row.tsx';
import { PictureRow, usePictures } from './picture-row.tsx';
import { type BrandComponent, SitePreview, type SitePreviewParts } from './site-preview.tsx';

/** Settings edited in this section, with the names by which the save bar lists them. */
const NAMES = {
  title: text(generalSection, 'title'),
  ...byPicture((setting) => text(pictureSettings, setting)),
  contactEmail: text(generalSection, 'contact'),
  maintenance: text(generalSection, 'maintenance'),
} as const;
const SETTINGS = Object.keys(NAMES) as (keyof typeof NAMES)[];

const TITLE_ID = 'website-title';

function TitleRow({ draft, missing }: { draft: DraftFields<'title'>; missing: boolean }) {
  const { title } = draft.values;
  const before = draft.saved.title;
  const hint = title !== before && text(generalSection, 'changedFrom', { title: before });
  return (
    <SettingRow
      heading={text(generalSection, 'title')}
      help={text(generalSection, 'titleHelp')}
      labelFor={TITLE_ID}
    >
      <TextInput
        id={TITLE_ID}
        value={title}
        maxLength={WEBSITE_TITLE_MAX_CHARACTERS}
        onPaste={notifyIfCut}
        invalid={missing}
        aria-describedby={`${TITLE_ID}-line`}
        autoComplete="off"
        onChange={({ target }) => draft.edit({ title: target.value })}
      />
      <div className={styles.line}>
        <FieldMessage id={`${TITLE_ID}-line`} tone={missing ? 'error' : 'hint'}>
          {missing ? text(generalSection, 'titleRequired') : hint}
        </FieldMessage>
        <span>
          {text(generalSection, 'counted', { characters: title.length, most: WEBSITE_TITLE_MAX_CHARACTERS })}
        </span>
      </div>
    </SettingRow>
  );
}

/** Renders General Settings: title, pictures, contact address and maintenance mode. */
export function GeneralSection({
  Brand,
  documentTitle,
  header,
  maintenance,
}: SitePreviewParts & {
  Brand: BrandComponent;
  /** The public page's notice of maintenance. */
  maintenance: ReactNode;
}) {
  const settings = useAdminSettings();
  const draft = useDraft('general', SETTINGS);
  const pictures = usePictures(draft, settings);
  const [checked, setChecked] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const missing = draft.values.title.trim() === '';
  const invalid = !canSaveContactEmail(draft.values.contactEmail);
  const check = () => {
    setChecked(true);
    if (!missing && !invalid) return true;
    requestAnimationFrame(() => {
      const field = form.current?.querySelector<HTMLElement>(`#${missing ? TITLE_ID : CONTACT_ID}`);
      if (field) focusProblem(field);
    });
    return false;
  };
  return (
    <SectionFrame
      draft={draft}
      lede={text(generalSection, 'lede')}
      changes={draft.changed.map((name) => NAMES[name])}
      failure={text(panelOutcomes, 'settingsSaveFailed')}
      check={check}
      preview={
        <SitePreview
          site={{
            title: missing ? SITE_SETTINGS.title.default : draft.values.title,
            logo: pictures.logo.shown,
            navbar: settings.site.navbar,
          }}
          documentTitle={documentTitle}
          header={header}
        />
      }
    >
      <div ref={form}>
        <TitleRow draft={draft} missing={checked && missing} />
        {PICTURE_SETTINGS.map((setting) => (
          <PictureRow key={setting} setting={setting} picture={pictures[setting]} Brand={Brand} />
        ))}
        <ContactRow
          draft={draft}
          chosenInPanel={settings.contactChosenInPanel}
          variableSet={settings.contactVariableSet}
          invalid={checked && invalid}
        />
        <div id="delivery">
          <DeliveryRow delivery={settings.site.delivery} />
        </div>
        <MaintenanceRow draft={draft} notice={maintenance} />
      </div>
    </SectionFrame>
  );
}
