import { useRef, useState } from 'react';
import { backups } from '#messages/backups.ts';
import { type SettingsChange, storedPictureSchema } from '#shared/contract/admin-settings.ts';
import { text } from '#shared/messages/text.ts';
import { notifyError, notifySuccess } from '../../../../state/notices.ts';
import {
  type EditedEngines,
  saveEditedEngines,
  useAdminEngines,
} from '../../../../state/panel/edited-engines.ts';
import { saveSettings, useAdminSettings } from '../../../../state/panel/edited-settings.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { conflictValues } from '../../conflict-values.ts';
import { saveAsFile } from '../../save-as-file.ts';
import { SettingRow } from '../../setting-row.tsx';
import styles from './backups-section.module.css';
import { createSettingsFile, differingValues, readSettingsFile, type SettingsFile } from './settings-file.ts';

/**
 * Uploads a picture (data URL) as the General section does, and returns its hash. If the server refuses it, shows a notice and returns
 * null. Rejects if the data is not base64.
 */
async function storePicture(dataUrl: string): Promise<string | null> {
  const [type = '', data = ''] = dataUrl.replace('data:', '').split(';base64,');
  const file = new Blob([Uint8Array.from(atob(data), (one) => one.charCodeAt(0))], { type });
  const call = { method: 'POST', file, responseSchema: storedPictureSchema } as const;
  const answer = await callAsAccount('/api/admin/logo', call);
  if (!answer.ok) notifyError(answer.detail);
  return answer.ok ? answer.value.hash : null;
}

type Changes = Pick<SettingsFile, 'site' | 'engines'>;

/**
 * Saves the changes of the site and then those of the engines, each as one revision. Stops at a failure and shows it in a notice. Resolves
 * with whether everything was saved; rejects if the logo is not a picture.
 */
async function applyChanges({ site, engines }: Changes, revisions: { site: number; engines: number }) {
  const { logo, ...rest } = site;
  const hash = typeof logo === 'string' ? await storePicture(logo) : logo;
  if (hash === null && logo !== null) return false;
  const { provider } = engines;
  const chosen = provider && { ...provider, hasKey: false, savedAt: null };
  const siteChange = { ...rest, ...(hash !== undefined && { logo: hash }) } as SettingsChange;
  const engineChange = { ...engines, ...(chosen !== undefined && { provider: chosen }) };
  for (const save of [
    () => saveSettings(revisions.site, siteChange, []),
    () => saveEditedEngines(revisions.engines, engineChange as Partial<EditedEngines>),
  ]) {
    const outcome = await save();
    if (outcome.kind === 'saved') continue;
    notifyError(outcome.kind === 'conflict' ? text(backups, 'conflict') : outcome.detail);
    return false;
  }
  return true;
}

const inWords = (section: 'general' | 'engine', saved: object, values: object) =>
  conflictValues({ section, conflict: { names: Object.keys(values), by: null }, saved, values });

/**
 * Renders a button that downloads all settings as one file, and a button that reads such a file and shows what it changes before it is
 * applied.
 */
export function SettingsFileRow() {
  const current = useAdminSettings();
  const { settings } = useAdminEngines();
  const now = createSettingsFile(current, settings);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<Changes | null>(null);
  const [isBusy, setBusy] = useState(false);
  const download = () =>
    saveAsFile('savelet-settings.json', 'application/json', JSON.stringify(now, null, 2));
  const choose = async (file: File) => {
    // A file that was moved, or that a cloud drive cannot fetch, has no text.
    const read = readSettingsFile(await file.text().catch(() => ''));
    if (typeof read === 'string') notifyError(read);
    setChosen(typeof read === 'string' ? null : read);
  };
  const close = () => {
    setChosen(null);
    opener.current?.focus({ preventScroll: true });
  };
  const site = differingValues(chosen?.site ?? {}, now.site);
  const engines = differingValues(chosen?.engines ?? {}, now.engines);
  const changes = [...inWords('general', now.site, site), ...inWords('engine', now.engines, engines)];
  const apply = async () => {
    setBusy(true);
    const revisions = { site: current.site.revision, engines: settings.revision };
    // The logo of the file may not be a picture.
    const isApplied = await applyChanges({ site, engines }, revisions).catch(() => null);
    setBusy(false);
    if (isApplied === null) notifyError(text(backups, 'notSettings'));
    if (isApplied !== true) return;
    notifySuccess(text(backups, 'applied'));
    close();
  };
  return (
    <SettingRow heading={text(backups, 'file')} help={text(backups, 'fileHelp')}>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        data-testid="settings-file"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) void choose(file);
          // Allows the same file to be chosen again.
          currentTarget.value = '';
        }}
      />
      <div className={styles.line}>
        <Button onClick={download}>{text(backups, 'download')}</Button>
        <Button ref={opener} unavailable={isBusy} onClick={() => input.current?.click()}>
          {text(backups, 'choose')}
        </Button>
      </div>
      <p role="status" className={styles.hint}>
        {chosen !== null &&
          (changes.length === 0
            ? text(backups, 'equal')
            : text(backups, 'changes', { count: changes.length }))}
      </p>
      {changes.length > 0 && (
        <>
          <dl className={styles.changes}>
            {changes.map(({ name, savedText, formText }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text(backups, 'change', { before: savedText, after: formText })}</dd>
              </div>
            ))}
          </dl>
          <div className={styles.line}>
            <Button look="primary" unavailable={isBusy} onClick={() => void apply()}>
              {text(backups, 'apply')}
            </Button>
            <Button unavailable={isBusy} onClick={close}>
              {text(backups, 'cancel')}
            </Button>
          </div>
        </>
      )}
    </SettingRow>
  );
}
