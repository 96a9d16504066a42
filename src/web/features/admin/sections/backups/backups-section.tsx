import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { backups } from '#messages/backups.ts';
import { sectionTitles } from '#messages/section-titles.ts';
import { type Backups, backupsSchema } from '#shared/contract/backups.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { text } from '#shared/messages/text.ts';
import { notifyError, notifySuccess } from '../../../../state/notices.ts';
import { acceptAnswer } from '../../../../state/panel/query-client.ts';
import { callAsAccount, fetchAsAccount } from '../../../../state/panel/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Form } from '../../../../ui/form.tsx';
import { SelectField } from '../../field.tsx';
import { LoadingOrError } from '../../loading-or-error.tsx';
import { MomentSentence } from '../../moment.tsx';
import { useUnsavedForm } from '../../section-frame.tsx';
import { SectionHeading } from '../../section-heading.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { useIsOwner } from '../../use-is-own.ts';
import styles from './backups-section.module.css';
import { SettingsFileRow } from './settings-file-row.tsx';

const PATH = '/api/admin/backups';
const QUERY = {
  queryKey: ['backups'],
  queryFn: () => fetchAsAccount(PATH, backupsSchema),
  refetchInterval: 30_000,
};

const hourOption = (hour: number) =>
  [String(hour), text(backups, 'hourOf', { hour: String(hour).padStart(2, '0') })] as const;
const HOURS = [
  ['', text(backups, 'off')] as const,
  ...Array.from({ length: 24 }, (_, hour) => hourOption(hour)),
];
const KEEPS = ['3', '7', '14', '30', '90'];

function LastBackup({ last }: Pick<Backups, 'last'>) {
  if (last === null) return text(backups, 'none');
  const { at, bytes, error } = last;
  return (
    <span data-tone={error === null ? 'working' : 'failing'}>
      <MomentSentence at={at}>
        {(time) =>
          error === null
            ? text(backups, 'made', { time, size: formatBytes(bytes ?? 0) })
            : text(backups, 'notMadeAt', { time, sentence: error })
        }
      </MomentSentence>
    </span>
  );
}

/**
 * Renders when backups are made and how the last backup ended. A button saves the choice, because each press of an arrow key in a list
 * changes it.
 */
function NightlyRow({ state }: { state: Backups }) {
  const { hour, keep, nextAt, last } = state;
  // Changed `values` replace the choice.
  const form = useForm({ values: { hour: String(hour ?? ''), keep: String(keep) } });
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedForm('backups', form, text(backups, 'nightly'));
  const save = form.handleSubmit(async (chosen) => {
    const body = { hour: chosen.hour === '' ? null : Number(chosen.hour), keep: Number(chosen.keep) };
    const answer = await callAsAccount(PATH, { method: 'PUT', body, responseSchema: backupsSchema });
    if (!answer.ok) return notifyError(answer.detail);
    await acceptAnswer(QUERY.queryKey, answer.value);
    notifySuccess(text(backups, 'saved'));
  });
  const field = (name: 'hour' | 'keep') => ({
    value: form.watch(name),
    onChoose: (value: string) => form.setValue(name, value, { shouldDirty: true }),
  });
  const keeps = [...new Set([...KEEPS, String(keep)])].map((one) => [one, one] as const);
  return (
    <SettingRow heading={text(backups, 'nightly')} help={text(backups, 'nightlyHelp')}>
      <Form busy={isSubmitting} onSubmit={save} className={styles.line}>
        <SelectField label={text(backups, 'hour')} options={HOURS} {...field('hour')} />
        <SelectField label={text(backups, 'keep')} options={keeps} {...field('keep')} />
        <Button type="submit" unavailable={!isDirty || isSubmitting}>
          {text(backups, 'save')}
        </Button>
      </Form>
      <p role="status" className={styles.hint}>
        <LastBackup last={last} />
      </p>
      {nextAt !== null && (
        <p className={styles.hint}>
          <MomentSentence at={nextAt}>{(time) => text(backups, 'next', { time })}</MomentSentence>
        </p>
      )}
    </SettingRow>
  );
}

function OwnersRows() {
  const query = useQuery(QUERY);
  const { data } = query;
  return (
    <>
      {data === undefined ? (
        <LoadingOrError label={text(backups, 'failed')} query={query} />
      ) : (
        <NightlyRow state={data} />
      )}
      <SettingsFileRow />
    </>
  );
}

/** Renders the nightly backup and the settings file for the owner. For any other account, says that only the owner can use them. */
export function BackupsSection() {
  const isOwner = useIsOwner();
  return (
    <section>
      <SectionHeading title={text(sectionTitles, 'backups')} lede={text(backups, 'lede')} />
      {isOwner ? <OwnersRows /> : <p>{text(backups, 'ownerOnly')}</p>}
    </section>
  );
}
