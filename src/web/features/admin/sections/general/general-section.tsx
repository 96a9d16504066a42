import { type ComponentProps, type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { generalSection } from '#messages/general-section.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { pictureSettings } from '#messages/picture-settings.ts';
import { contactEmailSchema, type Site } from '#shared/contract/site.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { mediaFilename } from '#shared/format/filename.ts';
import { findTemplateFault } from '#shared/format/filename-template.ts';
import { CONTACT_EMAIL_MAX_CHARACTERS, WEBSITE_TITLE_MAX_CHARACTERS } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_IDS } from '#shared/platforms/platforms.ts';
import { faviconPath } from '#shared/sharing.ts';
import { useAdminSettings } from '../../../../state/panel/edited-settings.ts';
import { useDraft } from '../../../../state/panel/use-draft.ts';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { FilenameField } from '../../../../ui/filename-field.tsx';
import { TextInput } from '../../../../ui/text-field.tsx';
import { LivePreview } from '../../live-preview.tsx';
import { notifyIfCut } from '../../paste-limit.ts';
import { SectionFrame } from '../../section-frame.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { SwitchCard } from '../../switch-card.tsx';
import styles from './general-section.module.css';
import { MaintenanceRow } from './maintenance-row.tsx';
import { type BrandComponent, SiteLogoRow, useLogo } from './site-logo-row.tsx';

/** Settings that this section edits, with their names in the save bar. */
const NAMES = {
  title: text(generalSection, 'title'),
  logo: text(pictureSettings, 'logo'),
  contactEmail: text(generalSection, 'contact'),
  filenameTemplate: text(generalSection, 'filenames'),
  madeFiles: text(generalSection, 'madeFiles'),
  maintenance: text(generalSection, 'maintenance'),
} as const;
const MADE_FILES_ID = 'made-files-heading';
const SETTINGS = Object.keys(NAMES) as (keyof typeof NAMES)[];

/** Returns whether a typed contact address can be saved; true for null, which means that the site has no contact address. */
const canSaveContactEmail = (typed: string | null): boolean =>
  typed === null || z.safeParse(contactEmailSchema, typed.trim()).success;

/** Invented posts whose file names show what a template does: a single clip, and the second picture of a set in a lower quality. */
const EXAMPLES = [
  { kind: 'video', extension: 'mp4' },
  { kind: 'photo', extension: 'jpg', position: 2, quality: '720p' },
];

const exampleNames = (template: string): string[] =>
  EXAMPLES.map((file) =>
    mediaFilename(template, {
      ...file,
      platform: PLATFORM_IDS[0] ?? '',
      id: 'C5xQ1bNPrYk',
      username: 'quay.walks',
      date: new Date(),
    }),
  );

/** Renders a row with a text field and, below it, its `problem`, or else its `hint`, with `counter` beside it. */
function TextRow({
  id,
  heading,
  help,
  problem,
  hint,
  counter,
  onEdit,
  ...field
}: Omit<ComponentProps<typeof TextInput>, 'id' | 'onChange'> & {
  id: string;
  heading: string;
  help: string;
  /** What is wrong with the value; false if nothing is. */
  problem: string | false;
  hint: string | false;
  counter?: string;
  onEdit: (typed: string) => void;
}) {
  const line = (
    <FieldMessage id={`${id}-line`} tone={problem === false ? 'hint' : 'error'}>
      {problem || hint}
    </FieldMessage>
  );
  return (
    <SettingRow heading={heading} help={help} labelFor={id}>
      <TextInput
        {...field}
        id={id}
        onPaste={notifyIfCut}
        invalid={problem !== false}
        aria-describedby={`${id}-line`}
        autoComplete="off"
        onChange={({ target }) => onEdit(target.value)}
      />
      {counter === undefined ? (
        line
      ) : (
        <div className={styles.line}>
          {line}
          <span>{counter}</span>
        </div>
      )}
    </SettingRow>
  );
}

/** Renders a drawing of a browser's tab: the icon, and as much of the page's title as a tab has room for. */
const Tab = ({ site, title }: { site: PreviewedSite; title: string }) => (
  <div className={styles.tabs} aria-hidden="true" data-testid="site-preview">
    <span className={styles.tab}>
      {/* A logo that is not saved yet has no icon of its own on the server. */}
      <img src={site.logo ?? faviconPath(null)} alt="" />
      <span className={styles.title}>{title}</span>
    </span>
  </div>
);

/** Settings of the site that the preview shows. */
type PreviewedSite = Pick<Site, 'title' | 'logo' | 'navbar'>;

/**
 * Renders General Settings: title, logo, contact address, file names, files made on devices and maintenance mode, and how files are delivered, which only an environment
 * variable changes. The page passes in the parts of the public page that this section previews: the title in the browser's tab, the header
 * and the notice of maintenance.
 */
export function GeneralSection({
  Brand,
  documentTitle,
  header,
  maintenance,
}: {
  Brand: BrandComponent;
  documentTitle: (site: PreviewedSite) => string;
  header: (site: PreviewedSite) => ReactNode;
  /** The notice of maintenance on the public page. */
  maintenance: ReactNode;
}) {
  const settings = useAdminSettings();
  const draft = useDraft('general', SETTINGS);
  const logo = useLogo(draft, settings.logo);
  const [checked, setChecked] = useState(false);
  const { saved, values, edit } = draft;
  const { delivery, navbar } = settings.site;
  const isTitleMissing = values.title.trim() === '';
  const isEmailInvalid = !canSaveContactEmail(values.contactEmail);
  const { filenameTemplate, madeFiles } = values;
  const site = {
    title: isTitleMissing ? SITE_SETTINGS.title.default : values.title,
    logo: logo.dataUrl,
    navbar,
  };
  const check = () => {
    setChecked(true);
    return !isTitleMissing && !isEmailInvalid && findTemplateFault(filenameTemplate) === null;
  };
  return (
    <SectionFrame
      draft={draft}
      lede={text(generalSection, 'lede')}
      changedNames={draft.changed.map((name) => NAMES[name])}
      failureMessage={text(panelOutcomes, 'settingsSaveFailed')}
      check={check}
      preview={
        <LivePreview overlay={<Tab site={site} title={documentTitle(site)} />}>
          {() => header(site)}
        </LivePreview>
      }
    >
      <TextRow
        id="website-title"
        heading={text(generalSection, 'title')}
        help={text(generalSection, 'titleHelp')}
        value={values.title}
        maxLength={WEBSITE_TITLE_MAX_CHARACTERS}
        problem={checked && isTitleMissing && text(generalSection, 'titleRequired')}
        hint={values.title !== saved.title && text(generalSection, 'changedFrom', { title: saved.title })}
        counter={text(generalSection, 'counted', {
          characters: values.title.length,
          most: WEBSITE_TITLE_MAX_CHARACTERS,
        })}
        onEdit={(title) => edit({ title })}
      />
      <SiteLogoRow logo={logo} Brand={Brand} />
      <TextRow
        id="contact-email"
        heading={text(generalSection, 'contact')}
        help={text(generalSection, 'contactHelp')}
        type="email"
        dir="ltr"
        value={values.contactEmail ?? ''}
        maxLength={CONTACT_EMAIL_MAX_CHARACTERS}
        problem={checked && isEmailInvalid && text(panelOutcomes, 'invalidEmail')}
        // The panel says where the shown address comes from only while the environment variable is set.
        hint={
          settings.contactVariableSet &&
          text(generalSection, settings.contactChosenInPanel ? 'contactChosen' : 'contactFromVariable')
        }
        onEdit={(typed) => edit({ contactEmail: typed.trim() === '' ? null : typed })}
      />
      <SettingRow
        heading={text(generalSection, 'filenames')}
        help={text(generalSection, 'filenamesHelp')}
        labelFor="filename-template"
      >
        <FilenameField
          id="filename-template"
          value={filenameTemplate}
          examples={exampleNames(filenameTemplate)}
          standard={SITE_SETTINGS.filenameTemplate.default}
          standardLabel={text(generalSection, 'filenamesDefault')}
          onEdit={(typed) => edit({ filenameTemplate: typed })}
        />
      </SettingRow>
      <SettingRow
        heading={text(generalSection, 'madeFiles')}
        help={text(generalSection, 'madeFilesHelp')}
        headingId={MADE_FILES_ID}
      >
        <SwitchCard
          name={text(generalSection, madeFiles ? 'madeFilesOn' : 'madeFilesOff')}
          state={text(generalSection, madeFiles ? 'madeFilesOnText' : 'madeFilesOffText')}
          checked={madeFiles}
          labelledBy={MADE_FILES_ID}
          onChange={(on) => edit({ madeFiles: on })}
        />
      </SettingRow>
      {/* Only an environment variable can change it. */}
      <div id="delivery">
        <SettingRow heading={text(generalSection, 'delivery')} help={text(generalSection, 'deliveryHelp')}>
          <div className={styles.fact} data-testid="delivery">
            <strong>{text(generalSection, `deliveryNames.${delivery}`)}</strong>
            <p>{text(generalSection, `deliveryTexts.${delivery}`)}</p>
          </div>
        </SettingRow>
      </div>
      <MaintenanceRow draft={draft} notice={maintenance} />
    </SectionFrame>
  );
}
