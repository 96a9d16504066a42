import { useCallback, useEffect, useState } from 'react';
import { keptSaves } from '#messages/kept-saves.ts';
import { sitePath } from '#shared/base-path.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { type Activity, DownloadBlock } from '../download-block.tsx';
import type { NamedOrder } from '../download-report.tsx';
import { deleteKept, type KeptSave, listKept, whenReleased } from './kept-list.ts';
import styles from './kept-saves.module.css';

/** Returns the order that continues a file. Without its post, the link cannot be refreshed. */
const orderOf = ({ id, record: { ticket, filename, size } }: KeptSave): NamedOrder => ({
  files: [{ url: sitePath(`/api/media/${ticket}`), filename, size, sizeKnown: true, keptId: id }],
  saveAs: 'separate',
  platform: '',
  zipName: '',
  contentName: filename,
  refresh: async () => null,
});

/** `onGone` is called when the file was saved or deleted. */
function KeptRow({
  save,
  onGone,
  onPasteAnother,
}: {
  save: KeptSave;
  onGone: () => void;
  onPasteAnother: () => void;
}) {
  const [activity, setActivity] = useState<Activity>('none');
  const onActivity = useCallback(
    (now: Activity) => {
      if (now === 'none' && activity !== 'none') onGone();
      setActivity(now);
    },
    [activity, onGone],
  );
  const { id, record, received, state } = save;
  const amount = { received: formatBytes(received), total: formatBytes(record.size) };
  const words = {
    ready: text(keptSaves, 'received', amount),
    elsewhere: text(keptSaves, 'elsewhere'),
    expired: text(keptSaves, 'expired'),
  };
  const remove = (): void => {
    void deleteKept(id);
    onGone();
  };
  return (
    <li className={styles.row}>
      <p className={styles.name}>
        <FileName name={record.filename} />
        {activity === 'none' && <small>{words[state]}</small>}
      </p>
      {state === 'ready' && (
        <DownloadBlock
          order={orderOf(save)}
          label={text(keptSaves, 'resume')}
          shortLabel={text(keptSaves, 'resume')}
          summary={null}
          selectionKey={id}
          isSmall
          onPasteAnother={onPasteAnother}
          onActivity={onActivity}
          handle={null}
        />
      )}
      {state === 'ready' && activity === 'none' && (
        <Button look="ghost" onClick={remove}>
          {text(keptSaves, 'delete')}
        </Button>
      )}
    </li>
  );
}

/** Lists the files that earlier pages began, each with what continues and what deletes it. Renders nothing without any. */
export function KeptSaves({ onPasteAnother }: { onPasteAnother: () => void }) {
  const [saves, setSaves] = useState<readonly KeptSave[]>([]);
  useEffect(() => {
    const left = new AbortController();
    const read = async (): Promise<void> => {
      const listed = await listKept();
      if (left.signal.aborted) return;
      setSaves(listed);
      for (const { id, state } of listed) if (state === 'elsewhere') void followOther(id);
    };
    const followOther = async (id: string): Promise<void> => {
      await whenReleased(id, left.signal);
      const now = (await listKept()).filter((save) => save.id === id);
      if (!left.signal.aborted) setSaves((all) => all.flatMap((save) => (save.id === id ? now : save)));
    };
    void read();
    return () => left.abort();
  }, []);
  if (saves.length === 0) return null;
  return (
    <section className={styles.kept} aria-labelledby="kept-saves">
      <h2 id="kept-saves" className={styles.title}>
        {text(keptSaves, 'title')}
      </h2>
      <ul>
        {saves.map((save) => (
          <KeptRow
            key={save.id}
            save={save}
            onGone={() => setSaves((all) => all.filter(({ id }) => id !== save.id))}
            onPasteAnother={onPasteAnother}
          />
        ))}
      </ul>
    </section>
  );
}
