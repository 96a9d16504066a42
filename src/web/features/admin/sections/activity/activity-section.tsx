import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { activitySection } from '#messages/activity-section.ts';
import { sectionTitles } from '#messages/section-titles.ts';
import {
  ACTIVITY_KINDS,
  type ActivityEntry,
  type ActivityKind,
  activityPageSchema,
} from '#shared/contract/admin-settings.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { PANEL_KEYS } from '../../../../state/panel/query-client.ts';
import { fetchAsAccount } from '../../../../state/panel/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { describeAction, describeValue, saysValues } from '../../describe-value.ts';
import { SelectField } from '../../field.tsx';
import { LoadingOrError } from '../../loading-or-error.tsx';
import { Moment } from '../../moment.tsx';
import panel from '../../panel-styles.module.css';
import { SectionHeading } from '../../section-heading.tsx';
import { useIsOwn } from '../../use-is-own.ts';
import styles from './activity.module.css';

/** Filter of the log: the id of an account (`person`) and a kind of action; '' for no filter. */
interface Filter {
  readonly person: string;
  readonly kind: ActivityKind | '';
}

const fetchActivity = ({ person, kind }: Filter, before: number | null) => {
  const wanted = { before: before === null ? '' : String(before), person, kind };
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ''));
  return fetchAsAccount(`/api/admin/activity?${query.toString()}`, activityPageSchema);
};

const KINDS = ACTIVITY_KINDS.map((kind) => [kind, text(activitySection, `kinds.${kind}`)] as const);

const actorOf = ({ actor, action }: ActivityEntry, isOwn: boolean): string =>
  isOwn
    ? text(activitySection, 'you')
    : (actor ??
      (action === 'sign_in_blocked' ? text(activitySection, 'someone') : text(activitySection, 'server')));

function Entry({ entry }: { entry: ActivityEntry }) {
  const { at, before, after } = entry;
  const isOwn = useIsOwn()(entry.actorId);
  return (
    <li>
      <Moment at={at} form="clock" className={styles.time} />
      <div className={styles.deed}>
        <p>
          <strong>{actorOf(entry, isOwn)}</strong> {describeAction(entry, isOwn)}
        </p>
        {before !== after && !saysValues(entry) && (
          <dl className={styles.change}>
            <div>
              <dt>{text(activitySection, 'from')}</dt>
              <dd>{describeValue(entry, before)}</dd>
            </div>
            <div>
              <dt>{text(activitySection, 'to')}</dt>
              <dd>{describeValue(entry, after)}</dd>
            </div>
          </dl>
        )}
      </div>
    </li>
  );
}

/**
 * Renders who changed what and when, with the old and the new values, grouped by day, newest first. The list can be filtered by person and
 * kind; a button loads older entries.
 */
export function ActivitySection() {
  const [filter, setFilter] = useState<Filter>({ person: '', kind: '' });
  const query = useInfiniteQuery({
    queryKey: [...PANEL_KEYS.activity, filter],
    queryFn: ({ pageParam }) => fetchActivity(filter, pageParam),
    placeholderData: keepPreviousData,
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const isOwn = useIsOwn();
  const people = (data?.pages.at(-1)?.people ?? []).map(
    ({ id, name }) => [id, isOwn(id) ? text(activitySection, 'you') : name] as const,
  );
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const days = Map.groupBy(entries, ({ at }) => new Date(at).toDateString());
  return (
    <section>
      <SectionHeading title={text(sectionTitles, 'activity')} lede={text(activitySection, 'lede')} />
      {data === undefined && <LoadingOrError label={text(activitySection, 'failed')} query={query} />}
      {data !== undefined && (
        <div className={styles.filter}>
          <SelectField
            label={text(activitySection, 'person')}
            value={filter.person}
            options={[['', text(activitySection, 'everyone')], ...people]}
            onChoose={(person) => setFilter({ ...filter, person })}
          />
          <SelectField
            label={text(activitySection, 'kind')}
            value={filter.kind}
            options={[['', text(activitySection, 'everything')], ...KINDS]}
            onChoose={(kind) => setFilter({ ...filter, kind })}
          />
        </div>
      )}
      {data !== undefined && entries.length === 0 && (
        <p className={styles.empty}>
          {text(activitySection, filter.person || filter.kind ? 'noneFound' : 'empty')}
        </p>
      )}
      {[...days].map(([day, ofDay]) => (
        <section key={day} className={styles.day}>
          <h2>
            <Moment at={ofDay[0]?.at ?? ''} form="day" isCapitalised />
          </h2>
          <ol className={classNames(panel.lines, styles.entries)}>
            {ofDay.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
      {data !== undefined && error !== null && (
        <LoadingOrError label={text(activitySection, 'failed')} query={{ error, refetch: fetchNextPage }} />
      )}
      {hasNextPage && error === null && (
        <Button unavailable={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? text(activitySection, 'loading') : text(activitySection, 'more')}
        </Button>
      )}
    </section>
  );
}
