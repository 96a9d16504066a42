import { useInfiniteQuery } from '@tanstack/react-query';
import { activitySection } from '#messages/activity-section.ts';
import { sectionTitles } from '#messages/section-titles.ts';
import { type ActivityEntry, activityPageSchema } from '#shared/contract/admin-settings.ts';
import { text } from '#shared/messages/text.ts';
import { PANEL_KEYS } from '../../../../state/panel/query-client.ts';
import { fetchAsAccount } from '../../../../state/panel/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { LoadingOrError } from '../../loading-or-error.tsx';
import { Moment } from '../../moment.tsx';
import { SectionHeading } from '../../section-heading.tsx';
import { useIsOwn } from '../../use-is-own.ts';
import styles from './activity.module.css';
import { describeAction } from './describe-action.ts';
import { describeValue, saysValues } from './describe-value.ts';

const fetchActivity = (before: number | null) =>
  fetchAsAccount(
    `/api/admin/activity${before === null ? '' : `?before=${String(before)}`}`,
    activityPageSchema,
  );

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

/** Lists who changed what and when, with the old and new values; newest first, grouped by day. */
export function ActivitySection() {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: PANEL_KEYS.activity,
    queryFn: ({ pageParam }) => fetchActivity(pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const days = Map.groupBy(entries, ({ at }) => new Date(at).toDateString());
  return (
    <section>
      <SectionHeading title={text(sectionTitles, 'activity')} lede={text(activitySection, 'lede')} />
      {data === undefined && (
        <LoadingOrError label={text(activitySection, 'failed')} error={error} retry={() => void refetch()} />
      )}
      {data !== undefined && entries.length === 0 && (
        <p className={styles.empty}>{text(activitySection, 'empty')}</p>
      )}
      {[...days].map(([day, ofDay]) => (
        <section key={day} className={styles.day}>
          <h2>
            <Moment at={ofDay[0]?.at ?? ''} form="day" isFirst />
          </h2>
          <ol className={styles.entries}>
            {ofDay.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
      {data !== undefined && error !== null && (
        <LoadingOrError
          label={text(activitySection, 'failed')}
          error={error}
          retry={() => void fetchNextPage()}
        />
      )}
      {hasNextPage && error === null && (
        <Button unavailable={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? text(activitySection, 'loading') : text(activitySection, 'more')}
        </Button>
      )}
    </section>
  );
}
