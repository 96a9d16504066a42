import { History } from 'lucide-react';
import { useId, useState } from 'react';
import { contentEditor } from '#messages/content-editor.ts';
import type { ListedRevision } from '#shared/contract/admin-settings.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Moment } from '../moment.tsx';
import { momentText } from '../time-text.ts';
import { useIsOwn } from '../use-is-own.ts';
import { type RichTextSetting, useRestoreVersion, useVersions } from './use-versions.ts';
import styles from './version-list.module.css';

function Version({ version, onRestore }: { version: ListedRevision; onRestore: () => void }) {
  const moment = momentText(version.savedAt);
  const isOwn = useIsOwn()(version.authorId);
  return (
    <li className={styles.version}>
      <p>
        <Moment at={version.savedAt} isFirst />
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

/** Lists the saved versions of a text, which can be restored. */
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
 * Returns the button that shows and hides the saved versions of a text (`toggle`), and their list (`list`, false while hidden). `load` gets
 * the HTML of a version to restore.
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
