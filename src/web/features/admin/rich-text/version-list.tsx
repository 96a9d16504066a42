import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { contentEditor } from '#messages/content-editor.ts';
import {
  type ListedRevision,
  pastSettingsSchema,
  revisionListSchema,
} from '#shared/contract/admin-settings.ts';
import type { LegalTextSetting } from '#shared/contract/legal-texts.ts';
import { text } from '#shared/messages/text.ts';
import { notifyError, notifySuccess } from '../../../state/notices.ts';
import { PANEL_KEYS, PanelCallError, queryClient } from '../../../state/panel/query-client.ts';
import { fetchAsAccount } from '../../../state/panel/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Moment } from '../moment.tsx';
import { momentText } from '../time-text.ts';
import { useIsOwn } from '../use-is-own.ts';
import styles from './version-list.module.css';

const REVISIONS_PATH = '/api/admin/revisions';

/** Name of a setting that is a text written in the editor. */
type RichTextSetting = 'content' | LegalTextSetting;

/** Returns the query of the saved revisions that changed the text; the newest revision is first. */
export const useVersions = (setting: RichTextSetting) =>
  useQuery({
    queryKey: [...PANEL_KEYS.revisions, setting],
    queryFn: () => fetchAsAccount(`${REVISIONS_PATH}?setting=${setting}`, revisionListSchema),
    select: ({ revisions }) => revisions,
  });

/** Loads the text of a saved version, sanitised by the server. Rejects with PanelCallError. */
const textOf = async (setting: RichTextSetting, revision: number): Promise<string> => {
  const version = await queryClient.fetchQuery({
    queryKey: ['version', revision],
    queryFn: () => fetchAsAccount(`${REVISIONS_PATH}/${String(revision)}`, pastSettingsSchema),
    // A saved version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return setting === 'content' ? version.site.content : version[setting];
};

/**
 * Returns a function that loads the text of an earlier version, passes it to `load` and shows a toast. It saves nothing. If another version
 * was requested meanwhile, it ignores the text. It shows a failed call in a toast.
 */
function useRestoreVersion(setting: RichTextSetting, load: (html: string) => void) {
  const latestRequest = useRef(0);
  return async (version: ListedRevision): Promise<void> => {
    latestRequest.current += 1;
    const requestId = latestRequest.current;
    try {
      const html = await textOf(setting, version.revision);
      // Ignore the response if another version was requested since.
      if (requestId !== latestRequest.current) return;
      load(html);
      notifySuccess(text(contentEditor, 'versions.restored', { time: momentText(version.savedAt) }));
    } catch (error) {
      if (error instanceof PanelCallError) notifyError(error.message);
      else throw error;
    }
  };
}

function Version({ version, onRestore }: { version: ListedRevision; onRestore: () => void }) {
  const moment = momentText(version.savedAt);
  const isOwn = useIsOwn()(version.authorId);
  return (
    <li className={styles.version}>
      <p>
        <Moment at={version.savedAt} isCapitalised />
        <span>
          {isOwn
            ? text(contentEditor, 'versions.you')
            : (version.author ?? text(contentEditor, 'versions.someone'))}
        </span>
      </p>
      {version.isLive && <span className={styles.now}>{text(contentEditor, 'versions.now')}</span>}
      <div className={styles.actions}>
        {!version.isLive && (
          <Button
            size="small"
            aria-label={text(contentEditor, 'versions.restoreOf', { time: moment })}
            onClick={onRestore}
          >
            {text(contentEditor, 'versions.restore')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Renders the saved versions of a text: when and by whom each was saved, and the button that restores it, except for the present one. */
function VersionList({
  id,
  setting,
  onRestore,
}: {
  id: string;
  setting: RichTextSetting;
  onRestore: (version: ListedRevision) => void;
}) {
  const { data, error } = useVersions(setting);
  if (error !== null && data === undefined)
    return (
      <div id={id} role="alert" className={styles.list}>
        <p className={styles.line}>{error.message}</p>
      </div>
    );
  return (
    <section
      id={id}
      aria-label={text(contentEditor, 'versions.open')}
      className={styles.list}
      aria-busy={data === undefined}
    >
      {data === undefined && (
        <p className={styles.line}>
          <Spinner />
          {text(contentEditor, 'versions.loading')}
        </p>
      )}
      {data?.length === 0 && <p className={styles.line}>{text(contentEditor, 'versions.none')}</p>}
      <ol>
        {data?.map((version) => (
          <Version key={version.revision} version={version} onRestore={() => onRestore(version)} />
        ))}
      </ol>
    </section>
  );
}

/**
 * Returns the button that shows and hides the saved versions of a text (`toggle`), and the list of the versions (`list`, false while it is
 * hidden). `load` gets the HTML of the version to restore.
 */
export function useVersionListing(setting: RichTextSetting, load: (html: string) => void) {
  const restore = useRestoreVersion(setting, load);
  const [listing, setListing] = useState(false);
  const id = useId();
  const toggle = (
    <Button
      look="ghost"
      size="small"
      aria-expanded={listing}
      {...(listing && { 'aria-controls': id })}
      onClick={() => setListing(!listing)}
    >
      <History aria-hidden className="ic-s" />
      {text(contentEditor, 'versions.open')}
    </Button>
  );
  const list = listing && (
    <VersionList id={id} setting={setting} onRestore={(version) => void restore(version)} />
  );
  return { toggle, list };
}
