import { useCallback, useRef, useState } from 'react';
import { linkList } from '#messages/link-list.ts';
import { resultCard } from '#messages/result-card.ts';
import type { Post, Quality } from '#shared/contract/preview.ts';
import type { Site } from '#shared/contract/site.ts';
import type { FoundPostLink } from '#shared/links/post-links.ts';
import { text } from '#shared/messages/text.ts';
import {
  type Activity,
  DownloadBlock,
  type DownloadHandle,
} from '../../features/download/download-block.tsx';
import type { NamedOrder } from '../../features/download/download-report.tsx';
import { shareDestinationOfSets } from '../../features/download/share-file.ts';
import { LinkListPanel } from '../../features/link-list/link-list-panel.tsx';
import { foundRow, type ListedLink } from '../../features/link-list/listed-links.ts';
import type { PostDescription } from '../../features/link-list/listed-row.tsx';
import { refetchRow, useLinkList } from '../../features/link-list/use-link-list.ts';
import { FailureHelp } from '../../features/preview-flow/failure-help.tsx';
import { handleOf, kindOfAll, postDetail, postName, totalSize } from '../../features/result/describe-post.ts';
import { renameFiles, zipNameOfPosts } from '../../features/result/rename-files.ts';
import { PausedNote } from '../../features/result/result-card.tsx';
import { chosenFiles, findSameFiles, initialSelection, saveAsOf } from '../../features/result/selection.ts';
import { inAppBrowser } from '../../lib/in-app-browser.ts';
import { useOwnFilenameTemplate } from '../../state/own-filename-template.ts';
import { useZipLimit } from '../../state/zip-limit.ts';
import { Button } from '../../ui/button.tsx';
import { makesFiles, offeredOf } from './device-files.ts';

/** File of a row that an order saves; `file` is the index of the post's item. */
interface OrderedFile {
  readonly row: ListedLink;
  readonly post: Post;
  readonly file: number;
  readonly source: Quality;
}

/** Returns all files of a post, each in the quality that the result card would choose. */
function filesOf(post: Post, makes: boolean): readonly Quality[] {
  const offered = offeredOf(post, makes);
  return chosenFiles(offered, initialSelection(offered));
}

const NO_BREAK_SPACE = '\u00a0';

/** Returns the files of the rows that are not saved, under the names of the visitor's own template; null without one. */
const unsavedFiles = (
  rows: readonly ListedLink[],
  template: string | null,
  makes: boolean,
): readonly OrderedFile[] =>
  rows.flatMap((row) => {
    const { post, savedFiles } = foundRow(row.state) ?? {};
    if (post === undefined) return [];
    const named = template === null ? post : renameFiles(post, template, new Date());
    return filesOf(named, makes).flatMap((source, file) =>
      savedFiles?.includes(file) ? [] : [{ row, post, file, source }],
    );
  });

function describe(post: Post, makes: boolean): PostDescription {
  const name = postName(post);
  const handle = handleOf(post);
  const size = totalSize(filesOf(post, makes)).text?.replaceAll(' ', NO_BREAK_SPACE);
  const facts = [handle === null ? null : name, postDetail(post), size];
  return {
    title: handle ?? name,
    facts: facts.filter(Boolean).join(', '),
    thumbnail: post.thumbnail ?? post.items[0]?.thumbnail ?? null,
  };
}

/** Returns the order that saves the files, and the function that fetches fresh links of the post of one of them. */
function orderFor(
  files: readonly OrderedFile[],
  saveAs: NamedOrder['saveAs'],
  isRenamed: boolean,
  makes: boolean,
  onFile: NonNullable<NamedOrder['onFile']>,
): NamedOrder {
  const kind = kindOfAll(files.map(({ post, file }) => post.items[file]?.kind ?? 'photo'));
  return {
    files: files.map(({ source }) => ({ ...source, isRenamed })),
    posts: files.map(({ row }) => row.key),
    saveAs,
    platform: '',
    zipName: zipNameOfPosts(new Date()),
    contentName: text(resultCard, `count.${kind}`, { count: files.length }),
    onFile,
    async refresh(signal, index) {
      const expired = files[index];
      const fresh = expired && (await refetchRow(expired.row, signal));
      const before = expired && offeredOf(expired.post, makes);
      const same =
        fresh && before && findSameFiles(offeredOf(fresh, makes), before, initialSelection(before));
      if (!same) return null;
      return files.map(({ row, file, source }) => (row === expired.row ? (same[file] ?? source) : source));
    },
  };
}

/**
 * Renders the list of several pasted links with the buttons that save their files. `added` are the links pasted last; `onClose` is called
 * when the list is to be removed.
 */
export function LinkListSection({
  added,
  site,
  onPasteAnother,
  onClose,
}: {
  added: readonly FoundPostLink[];
  site: Site;
  onPasteAnother: () => void;
  onClose: () => void;
}) {
  const { list, dispatch, isOnline, isLookingUp } = useLinkList(added);
  const { rows } = list;
  const ownTemplate = useOwnFilenameTemplate();
  const template = inAppBrowser() === null ? ownTemplate : null;
  const makes = makesFiles(site);
  const download = useRef<DownloadHandle>(null);
  const [isBusy, setBusy] = useState(false);
  // An order begins again when the visitor retries it.
  const onActivity = useCallback(
    (activity: Activity, order: NamedOrder | null): void => {
      const isRunning = activity === 'running';
      setBusy(isRunning);
      dispatch(isRunning ? { type: 'order-began', keys: order?.posts ?? [] } : { type: 'order-ended' });
    },
    [dispatch],
  );

  const orderOf = (files: readonly OrderedFile[], saveAs: NamedOrder['saveAs']): NamedOrder =>
    orderFor(files, saveAs, template !== null, makes, (index, end) => {
      const { row, file } = files[index] ?? {};
      if (row === undefined || file === undefined) return;
      const ended = 'message' in end ? { refusal: end } : { isHandedOver: end.bytes === null };
      dispatch({ type: 'file-ended', key: row.key, file, end: ended });
    });
  const startOrder = (files: readonly OrderedFile[], saveAs: NamedOrder['saveAs']): void => {
    if (files.length > 0 && !isBusy) download.current?.start(orderOf(files, saveAs));
  };
  const retry = (failed: readonly ListedLink[]): void => {
    for (const { key } of failed) dispatch({ type: 'put-back', key });
    startOrder(unsavedFiles(failed, template, makes), 'separate');
  };
  const readyFiles = unsavedFiles(
    rows.filter(({ state }) => state.name === 'ready'),
    template,
    makes,
  );
  const failed = rows.filter(({ state }) => state.name === 'unread' || state.name === 'unsaved');
  const toPhotos = shareDestinationOfSets() === 'photos';
  const zipWays = {
    zip: true,
    zipBytes: useZipLimit(),
    folder: false,
    sheet: null,
    isTouchDevice: false,
  } as const;
  const sources = readyFiles.map(({ source }) => source);
  const canZip = inAppBrowser() === null && saveAsOf(sources, { saveAs: 'zip' }, zipWays) === 'zip';
  const paused = rows.map(({ state }) => foundRow(state)?.post).find((post) => post?.downloadsPausedUntil);
  const label = text(linkList, toPhotos ? 'saveAllToPhotos' : 'saveAll');
  return (
    <LinkListPanel
      {...{ list, isOnline, isLookingUp, added, isBusy }}
      describe={(post) => describe(post, makes)}
      onResume={(scope) => dispatch({ type: 'resumed', scope })}
      onSave={(row) => startOrder(unsavedFiles([row], template, makes), 'separate')}
      onRetry={(row) => retry([row])}
      onRemove={({ key }) => (rows.length === 1 ? onClose() : dispatch({ type: 'removed', key }))}
      renderHelp={(failure, link) => <FailureHelp {...failure} link={link} site={site} />}
      note={paused && <PausedNote post={paused} />}
      actions={
        <>
          <DownloadBlock
            order={readyFiles.length === 0 ? null : orderOf(readyFiles, toPhotos ? 'sheet' : 'separate')}
            label={label}
            shortLabel={label}
            summary={null}
            isSmall={false}
            onPasteAnother={onPasteAnother}
            onActivity={onActivity}
            selectionKey={String(list.found)}
            handle={download}
          />
          {canZip && !isBusy && (
            <Button onClick={() => startOrder(readyFiles, 'zip')}>{text(linkList, 'saveAllInZip')}</Button>
          )}
          {failed.length > 0 && (
            <Button onClick={() => retry(failed)}>{text(linkList, 'retryFailed')}</Button>
          )}
          <Button look="ghost" unavailable={isBusy} onClick={onClose}>
            {text(linkList, 'clear')}
          </Button>
        </>
      }
    />
  );
}
