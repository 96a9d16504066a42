import { Check, CloudOff, type LucideIcon, TriangleAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { panelFrame } from '#messages/panel-frame.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import type { Status, StatusState } from '#shared/contract/status.ts';
import { listWithAnd, listWithCommas } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_IDS, PLATFORM_NAMES, type PlatformId } from '#shared/platforms/platforms.ts';
import { sectionPath } from '#shared/section-ids.ts';
import { isSignOnEnded } from '../../lib/panel-client.ts';
import { useOnline } from '../../state/online.ts';
import { useFollowedEngines } from '../../state/panel/edited-engines.ts';
import { useShownSite } from '../../state/panel/shown-site.ts';
import { useStatus } from '../../state/panel/site-status.ts';
import { unreadPlatforms } from './reach-text.ts';
import styles from './site-state.module.css';

const LIMITS = ['off', 'failing', 'unread'] as const;

/**
 * Returns a text that says which platforms are off, failing or unread, and whether downloads fail; '' if nothing of this applies. A failing
 * platform counts as unread if the last full check could read none of its posts and previews have not used it since. `engines` is undefined
 * until it is loaded.
 */
export function limitsOf(status: Status, engines: AdminEngines | undefined): string {
  const unread = engines ? unreadPlatforms(engines).map(({ platform }) => platform) : [];
  const limitOf = (platform: PlatformId) => {
    const { state, lastSeen } = status.previews[platform];
    if (state !== 'failing') return state === 'off' ? state : null;
    return unread.includes(platform) && (lastSeen ?? '') <= (engines?.reach?.at ?? '') ? 'unread' : state;
  };
  const sentences = LIMITS.flatMap((limit) => {
    const names = PLATFORM_IDS.filter((id) => limitOf(id) === limit).map((id) => PLATFORM_NAMES[id]);
    const values = { count: names.length, platforms: listWithAnd(names) };
    return names.length === 0 ? [] : [text(panelFrame, `limits.${limit}`, values)];
  });
  if (status.downloads.state === 'failing') sentences.push(text(panelFrame, 'limits.downloads'));
  return listWithCommas(sentences);
}

const pill = (tone: StatusState, Icon: LucideIcon, name: string, details = ''): ReactNode => (
  <span className={styles.pill} data-tone={tone}>
    <Icon aria-hidden className="ic-s" />
    <span>
      <b>{name}</b> {details !== '' && <small>{details}</small>}
    </span>
  </span>
);

/**
 * Returns the rendered state of the site: browser offline, single sign-on ended, server unreachable, maintenance, limited (with `limitsOf`)
 * or live. Null until the state is known.
 */
function useSiteState(): ReactNode {
  const isClosed = useShownSite()?.maintenance === true;
  const isOnline = useOnline();
  const { data: engines, error } = useFollowedEngines();
  const answer = useStatus();
  if (!isOnline) return pill('failing', WifiOff, text(panelFrame, 'site.offline'));
  if (error !== null && isSignOnEnded())
    return (
      <button type="button" onClick={() => location.reload()}>
        {pill('failing', CloudOff, text(panelFrame, 'signOnEnded'))}
      </button>
    );
  if (answer === null) return pill('failing', CloudOff, text(panelFrame, 'site.unreachable'));
  if (isClosed)
    return (
      <Link to={`${sectionPath('general')}#maintenance`}>
        {pill('slow', TriangleAlert, text(panelFrame, 'site.maintenance'))}
      </Link>
    );
  if (!answer || (!engines && error === null)) return null;
  const limits = limitsOf(answer.status, engines);
  if (limits === '') return pill('working', Check, text(panelFrame, 'site.live'));
  return (
    <Link to={sectionPath('overview')}>
      {pill('slow', TriangleAlert, text(panelFrame, 'site.limited'), limits)}
    </Link>
  );
}

/** Renders, for the header of the panel, whether visitors can use the site, and if not or not fully, why. */
export const SiteState = () => (
  <div role="status" className={styles.state}>
    {useSiteState()}
  </div>
);
