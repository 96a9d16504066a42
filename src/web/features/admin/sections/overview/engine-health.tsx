import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import type { Observation, StatusState } from '#shared/contract/status.ts';
import { STATUS_ASK_MS } from '#shared/limits.ts';
import { OVERVIEW } from '#shared/operate-messages.ts';
import { fetchStatus } from '../../../../lib/status-client.ts';
import styles from './overview.module.css';

const ICONS = { working: CircleCheck, slow: TriangleAlert, failing: CircleAlert, unknown: CircleHelp };
const LOOKS: Readonly<Record<StatusState, string | undefined>> = {
  working: styles.good,
  slow: styles.warn,
  failing: styles.bad,
  unknown: styles.still,
};

function HealthRow({ name, seen: { state, medianMs } }: { name: string; seen: Observation }) {
  const Icon = ICONS[state];
  return (
    <li>
      <span className={styles.healthName}>{name}</span>
      <span className={styles.healthTime}>
        {medianMs !== null && OVERVIEW.medianOf(OVERVIEW.seconds((medianMs / 1_000).toFixed(1)))}
      </span>
      <span className={LOOKS[state]}>
        <Icon size={18} aria-hidden />
        {OVERVIEW.states[state]}
      </span>
    </li>
  );
}

/** How previews and downloads went lately, as the server saw them itself. */
export function EngineHealth() {
  const { data: answer } = useQuery({
    queryKey: ['status'],
    queryFn: () => fetchStatus(),
    refetchInterval: STATUS_ASK_MS,
  });
  const status = answer?.status;
  const rows =
    status === undefined
      ? []
      : [
          [OVERVIEW.healthParts.instagram, status.previews.instagram] as const,
          [OVERVIEW.healthParts.tiktok, status.previews.tiktok] as const,
          [OVERVIEW.healthParts.downloads, status.downloads] as const,
          ...status.engines.map(
            (seen) => [`${OVERVIEW.healthParts[seen.platform]}, ${seen.engine}`, seen] as const,
          ),
        ];
  const known = rows.some(([, { state }]) => state !== 'unknown');
  return (
    <section className={styles.part}>
      <h2>{OVERVIEW.health}</h2>
      {known ? (
        <ul className={styles.health}>
          {rows.map(([name, seen]) => (
            <HealthRow key={name} name={name} seen={seen} />
          ))}
        </ul>
      ) : (
        <p className={styles.empty}>{OVERVIEW.healthEmpty}</p>
      )}
    </section>
  );
}
