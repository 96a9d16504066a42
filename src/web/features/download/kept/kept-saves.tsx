import { useEffect, useState } from 'react';
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
const orderOf = ({ id, record: { ticket, filename, total } }: KeptSave): NamedOrder => ({
  files: [{ url: sitePath(`/api/media/${ticket}`), filename, size: total, sizeKnown: true, keptId: id }],
  saveAs: 'separate',
  platform: '',
  zipName: '',
  contentName: filename,
  refresh: async () => null,
});

interface RowProps {
  save: KeptSave;
  /** Called when the file was saved or deleted. */
  onGone: () => void;
  onPasteAnother: () => void;
}

function KeptRow({ save, onGone, onPasteAnother }: RowProps) {
  const [isBegun, setBegun] = useState(false);
  const onActivity = (activity: Activity, order: NamedOrder | null): void => {
    setBegun(order !== null);
    if (activity === 'none' && order !== null) onGone();
  };
  const remove = (): void => {
    void deleteKept(save.id);
    onGone();
  };
  const words = {
    ready: text(keptSaves, 'received', {
      received: formatBytes(save.received),
      total: formatBytes(save.record.total),
    }),
    elsewhere: text(keptSaves, 'elsewhere'),
    expired: text(keptSaves, 'expired'),
  };
  return (
    <li className={styles.row}>
      <p className={styles.name}>
        <FileName name={save.record.filename} />
        {!isBegun && <small>{words[save.state]}</small>}
      </p>
      {save.state === 'ready' && (
        <DownloadBlock
          order={orderOf(save)}
          label={text(keptSaves, 'resume')}
          shortLabel={text(keptSaves, 'resume')}
          summary={null}
          selectionKey={save.id}
          isSmall
          handle={null}
          {...{ onPasteAnother, onActivity }}
        />
      )}
      {save.state === 'ready' && !isBegun && (
        <Button look="ghost" onClick={remove}>
          {text(keptSaves, 'delete')}
        </Button>
      )}
    </li>
  );
}

/** Lists the files that earlier pages began, each with what continues and what deletes it. Renders nothing without any. */
export function KeptSaves({ onPasteAnother }: Pick<RowProps, 'onPasteAnother'>) {
  const [saves, setSaves] = useState<readonly KeptSave[]>([]);
  useEffect(() => void listKept().then(setSaves), []);
  useEffect(() => {
    const shown = new AbortController();
    const follow = async (id: string): Promise<void> => {
      await whenReleased(id, shown.signal);
      const now = await listKept();
      // The other rows stay, because this tab may save their files.
      setSaves((all) => all.flatMap((save) => (save.id === id ? now.filter((one) => one.id === id) : save)));
    };
    for (const { id, state } of saves) if (state === 'elsewhere') follow(id).catch(() => undefined);
    return () => shown.abort();
  }, [saves]);
  const remove = (gone: KeptSave): void => setSaves((all) => all.filter((save) => save !== gone));
  if (saves.length === 0) return null;
  return (
    <section className={styles.kept} aria-labelledby="kept-saves">
      <h2 id="kept-saves" className={styles.title}>
        {text(keptSaves, 'title')}
      </h2>
      <ul>
        {saves.map((save) => (
          <KeptRow key={save.id} onGone={() => remove(save)} {...{ save, onPasteAnother }} />
        ))}
      </ul>
    </section>
  );
}
