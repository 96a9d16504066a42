import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { LANGUAGE } from '#messages/language.ts';
import { sectionTitles } from '#messages/section-titles.ts';
import { traffic } from '#messages/traffic.ts';
import {
  daysOfPeriod,
  GB_BYTES,
  sentOn,
  TRAFFIC_PERIODS,
  type Traffic,
  type TrafficDay,
  type TrafficPeriod,
  trafficSchema,
} from '#shared/contract/traffic.ts';
import { BYTE_UNITS, formatBytes, unitIndexOf } from '#shared/format/bytes.ts';
import { trafficSentence } from '#shared/format/traffic-sentence.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_IDS, PLATFORM_NAMES, type PlatformId } from '#shared/platforms/platforms.ts';
import { notifyError, notifySuccess } from '../../../../state/notices.ts';
import { acceptAnswer, PANEL_KEYS, queryClient } from '../../../../state/panel/query-client.ts';
import { callAsAccount, fetchAsAccount } from '../../../../state/panel/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Form } from '../../../../ui/form.tsx';
import { TextInput } from '../../../../ui/text-field.tsx';
import { DayChart } from '../../day-chart.tsx';
import { Field } from '../../field.tsx';
import { Figures } from '../../figures.tsx';
import { LoadingOrError } from '../../loading-or-error.tsx';
import panel from '../../panel-styles.module.css';
import { saveAsFile } from '../../save-as-file.ts';
import { useUnsavedForm } from '../../section-frame.tsx';
import { SectionHeading } from '../../section-heading.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { useIsOwner } from '../../use-is-own.ts';
import { entriesOf, limitIn } from './budget-entry.ts';
import { trafficCsv } from './traffic-csv.ts';
import styles from './traffic-section.module.css';

const PATH = '/api/admin/traffic';
const QUERY = {
  queryKey: ['traffic'],
  queryFn: () => fetchAsAccount(PATH, trafficSchema),
  refetchInterval: 30_000,
};

const NUMBER = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 2 });
const percentOf = (part: number, whole: number): number => Math.floor((100 * part) / whole);
const sum = (days: readonly TrafficDay[], of: (day: TrafficDay) => number): number =>
  days.reduce((total, day) => total + of(day), 0);

function SentFigures({ days, budget }: Traffic) {
  const month = daysOfPeriod(days, 'month');
  const sentInMonth = sum(month, sentOn);
  const ofBudget = (sent: number, limit: number | null): string => {
    if (limit === null) return text(traffic, 'noBudget');
    const bytes = limit * GB_BYTES;
    return text(traffic, 'ofBudget', { percent: percentOf(sent, bytes), budget: formatBytes(bytes) });
  };
  const ofPlatform = (platform: PlatformId) => {
    const sent = sum(month, ({ bytes }) => bytes[platform]);
    const name = text(traffic, 'platformMonth', { platform: PLATFORM_NAMES[platform] });
    const percent = percentOf(sent, Math.max(1, sentInMonth));
    return [name, formatBytes(sent), text(traffic, 'share', { percent })] as const;
  };
  const today = sum(daysOfPeriod(days, 'day'), sentOn);
  return (
    <Figures
      figures={[
        [text(traffic, 'today'), formatBytes(today), ofBudget(today, budget.day)],
        [text(traffic, 'month'), formatBytes(sentInMonth), ofBudget(sentInMonth, budget.month)],
        ...PLATFORM_IDS.map(ofPlatform),
      ]}
    />
  );
}

function SentChart({ days }: Pick<Traffic, 'days'>) {
  const unit = unitIndexOf(Math.max(...days.map(sentOn)), 0);
  return (
    <DayChart
      heading={text(traffic, 'chart')}
      days={days}
      shown={{ wide: days.length, narrow: days.length }}
      amountOf={(day) => sentOn(day) / 1_024 ** unit}
      write={(value) => `${NUMBER.format(value)} ${BYTE_UNITS[unit] ?? ''}`}
      labelOf={(shown) =>
        text(traffic, 'chartLabel', { days: shown.length, total: formatBytes(sum(shown, sentOn)) })
      }
      emptyText={(count) => text(traffic, 'empty', { days: count })}
      isCounted={days.some((day) => sentOn(day) > 0)}
      columns={[
        [text(traffic, 'columns.total'), (day) => formatBytes(sentOn(day))],
        ...PLATFORM_IDS.map(
          (id) => [PLATFORM_NAMES[id], ({ bytes }: TrafficDay) => formatBytes(bytes[id])] as const,
        ),
        [text(traffic, 'sample'), ({ bytes }) => formatBytes(bytes.sample)],
      ]}
    />
  );
}

const LABELS = { day: 'dayLimit', month: 'monthLimit' } as const;

function BudgetRow({ budget }: Pick<Traffic, 'budget'>) {
  const id = useId();
  // New `values` replace the entries.
  const form = useForm({ values: entriesOf(budget) });
  const { errors, isDirty, isSubmitting } = form.formState;
  useUnsavedForm('traffic', form, text(traffic, 'budget'));
  const save = form.handleSubmit(async ({ day, month }) => {
    const body = { day: limitIn(day), month: limitIn(month) };
    const answer = await callAsAccount(PATH, { method: 'PUT', body, responseSchema: trafficSchema });
    if (!answer.ok) return notifyError(answer.detail);
    await acceptAnswer(QUERY.queryKey, answer.value);
    // Also after another spelling of the stored budget, which changes no `values`.
    form.reset(entriesOf(answer.value.budget));
    void queryClient.invalidateQueries({ queryKey: PANEL_KEYS.overview });
    notifySuccess(text(traffic, 'saved'));
  });
  const field = (period: TrafficPeriod) => (
    <Field
      key={period}
      id={`${id}${period}`}
      label={text(traffic, LABELS[period])}
      className={styles.field}
      problem={errors[period]?.message ?? null}
    >
      <TextInput
        id={`${id}${period}`}
        inputMode="decimal"
        autoComplete="off"
        placeholder={text(traffic, 'none')}
        invalid={errors[period] !== undefined}
        aria-describedby={`${id}${period}problem`}
        {...form.register(period, {
          validate: (entry) => limitIn(entry) !== undefined || text(traffic, 'invalid'),
        })}
      />
    </Field>
  );
  return (
    <SettingRow heading={text(traffic, 'budget')} help={text(traffic, 'budgetHelp')}>
      <Form busy={isSubmitting} onSubmit={save} className={styles.form}>
        <div className={styles.fields}>{TRAFFIC_PERIODS.map(field)}</div>
        <Button type="submit" unavailable={!isDirty || isSubmitting}>
          {text(traffic, 'save')}
        </Button>
      </Form>
    </SettingRow>
  );
}

function OwnersTraffic() {
  const query = useQuery(QUERY);
  const { data } = query;
  if (data === undefined) return <LoadingOrError label={text(traffic, 'failed')} query={query} />;
  const { days, reached } = data;
  const download = () =>
    saveAsFile(`savelet-traffic-${days.at(-1)?.day ?? ''}.csv`, 'text/csv', trafficCsv(days));
  return (
    <>
      {reached.map((one) => (
        <p key={one.period} className={panel.caution}>
          {trafficSentence(one)}
        </p>
      ))}
      <SentFigures {...data} />
      <div className={styles.parts}>
        <SentChart days={days} />
        <Button size="small" onClick={download}>
          {text(traffic, 'download')}
        </Button>
      </div>
      <BudgetRow budget={data.budget} />
    </>
  );
}

/**
 * Renders the bytes that were sent on each day, and the traffic budgets, for the owner. For any other account, says that only the owner
 * sees them.
 */
export function TrafficSection() {
  const isOwner = useIsOwner();
  return (
    <section>
      <SectionHeading title={text(sectionTitles, 'traffic')} lede={text(traffic, 'lede')} />
      {isOwner ? <OwnersTraffic /> : <p>{text(traffic, 'ownerOnly')}</p>}
    </section>
  );
}
