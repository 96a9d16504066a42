import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { updateNotice } from '#messages/update-notice.ts';
import { type UpdateNotice, updateNoticeSchema } from '#shared/contract/update-notice.ts';
import { text } from '#shared/messages/text.ts';
import { notifyError } from '../../../../state/notices.ts';
import { acceptAnswer } from '../../../../state/panel/query-client.ts';
import { callAsAccount, fetchAsAccount } from '../../../../state/panel/session.ts';
import { LoadingOrError } from '../../loading-or-error.tsx';
import { MomentSentence } from '../../moment.tsx';
import panel from '../../panel-styles.module.css';
import { SwitchCard } from '../../switch-card.tsx';
import styles from './overview.module.css';

const PATH = '/api/admin/update-notice';
/** Interval at which the state is fetched again while the answer is awaited. */
const PENDING_MS = 1_000;
const QUERY = {
  queryKey: ['update-notice'],
  queryFn: () => fetchAsAccount(PATH, updateNoticeSchema),
  refetchInterval: ({ state }: { state: { data: UpdateNotice | undefined } }) =>
    state.data?.state === 'pending' ? PENDING_MS : false,
} as const;

function Answer({ notice: { state, checkedAt, newest } }: { notice: UpdateNotice }) {
  return (
    <p role="status" className={panel.small} data-testid="update-state" data-state={state}>
      {state === 'newer'
        ? text(updateNotice, 'states.newer', { version: newest?.version ?? '' })
        : text(updateNotice, `states.${state}`)}{' '}
      {state === 'newer' && newest !== null && (
        <a className="link" href={newest.url} target="_blank" rel="noopener noreferrer">
          {text(updateNotice, 'newer')}
          <span className="sr"> {text(updateNotice, 'newTab')}</span>
        </a>
      )}{' '}
      {checkedAt !== null && (
        <MomentSentence at={checkedAt}>{(time) => text(updateNotice, 'asked', { time })}</MomentSentence>
      )}
    </p>
  );
}

/**
 * Renders whether a newer version exists, and the switch that lets the server ask for it. If UPDATE_URL is not set, says only how to set
 * it.
 */
export function VersionNotice() {
  const query = useQuery(QUERY);
  const { data } = query;
  const [isSending, setSending] = useState(false);
  if (data === undefined) return <LoadingOrError label={text(updateNotice, 'failed')} query={query} />;
  if (data.host === null) return <p className={panel.faint}>{text(updateNotice, 'states.unavailable')}</p>;
  const change = async (on: boolean) => {
    if (isSending) return;
    setSending(true);
    const answer = await callAsAccount(PATH, {
      method: 'PUT',
      body: { on },
      responseSchema: updateNoticeSchema,
    });
    setSending(false);
    if (!answer.ok) return notifyError(answer.detail);
    await acceptAnswer(QUERY.queryKey, answer.value);
  };
  return (
    <div className={styles.update}>
      <SwitchCard
        name={text(updateNotice, 'label')}
        state={text(updateNotice, 'help', { host: data.host })}
        checked={data.state !== 'off'}
        onChange={(on) => void change(on)}
      />
      {data.state !== 'off' && <Answer notice={data} />}
    </div>
  );
}
