import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { resultCard } from '#messages/result-card.ts';
import type { CaptionFile, Post } from '#shared/contract/preview.ts';
import { text } from '#shared/messages/text.ts';
import {
  type Activity,
  type ChoiceSummary,
  DownloadBlock,
  type DownloadHandle,
} from '../../features/download/download-block.tsx';
import type { NamedOrder } from '../../features/download/download-report.tsx';
import { canPickFolder } from '../../features/download/file/save-folder.ts';
import { InstallRow } from '../../features/download/install-row.tsx';
import { isTouchDevice, shareDestinationOfSets } from '../../features/download/share-file.ts';
import { MoreLinksOffer } from '../../features/link-form/more-links-offer.tsx';
import { AudioPlayer } from '../../features/player/audio-player.tsx';
import { PhotoStage } from '../../features/player/photo-stage.tsx';
import { canPlayCodec } from '../../features/player/playable-codec.ts';
import { SetStage } from '../../features/player/set-stage.tsx';
import { VideoPlayer } from '../../features/player/video-player.tsx';
import { FailureHelp } from '../../features/preview-flow/failure-help.tsx';
import { captionSource, findSameCaptions } from '../../features/result/describe-captions.ts';
import {
  downloadLabel,
  handleOf,
  kindOfAll,
  platformName,
  postSummary,
  shortLabel,
  totalSize,
  zipNameOf,
} from '../../features/result/describe-post.ts';
import { sizesOf } from '../../features/result/describe-qualities.ts';
import { ResultCard } from '../../features/result/result-card.tsx';
import { saveAsLabel } from '../../features/result/save-as-list.tsx';
import {
  chosenFiles,
  findSameFiles,
  type Selection,
  type SetWays,
  saveAsOf,
  useSelection,
} from '../../features/result/selection.ts';
import { highlight } from '../../lib/focus.ts';
import { inAppBrowser } from '../../lib/in-app-browser.ts';
import styles from './result-section.module.css';

interface ResultSectionProps {
  /** The post to show; null while there is none. */
  post: Post | null;
  /** Fetches the same post again without notices; null on failure. */
  refetch: (post: Post, signal: AbortSignal) => Promise<Post | null>;
  /** The site's name, for the offer to install it. */
  title: string;
  onPasteAnother: () => void;
  /** Receives whether earlier results are still shown. */
  onKept: (isKept: boolean) => void;
}

/**
 * Preview of the current item. Always plays the first file whose codec this browser decodes (many browsers lack H.265),
 * so that choosing a quality does not restart it.
 */
function ItemStage({ post, index }: { post: Post; index: number }) {
  const item = post.items[index];
  const films = item?.qualities.filter((quality) => quality.videoAvailable);
  const file = films?.find(({ codec }) => canPlayCodec(codec)) ?? films?.[0] ?? item?.qualities[0];
  if (item === undefined || file === undefined) return null;
  const poster = item.thumbnail ?? post.thumbnail;
  const common = { src: file.url, handle: handleOf(post) };
  if (item.kind === 'photo') return <PhotoStage {...common} />;
  if (item.kind === 'audio') return <AudioPlayer {...common} poster={poster} duration={item.duration} />;
  return (
    <VideoPlayer
      {...common}
      poster={poster}
      duration={item.duration}
      hasSound={file.audioAvailable !== false}
    />
  );
}

/**
 * Returns the texts of the Download button: its label, a shorter label for use beside the chosen quality, and the short name of what is
 * saved (`what`).
 */
function downloadTextFor(post: Post, selection: Selection) {
  const files = chosenFiles(post, selection);
  const [item] = post.items;
  const [file] = files;
  if (file === undefined || item === undefined) {
    const label = text(resultCard, 'chooseOne');
    return { label, shortLabel: label, what: '' };
  }
  if (post.items.length === 1) {
    const what = shortLabel(item.kind, file);
    return { label: downloadLabel(item, file), shortLabel: text(resultCard, 'downloadShort'), what };
  }
  const kinds = post.items.filter((_, index) => selection.picked[index]).map(({ kind }) => kind);
  const what = text(resultCard, `count.${kindOfAll(kinds)}`, { count: files.length });
  const label = text(resultCard, 'downloadMany', { what });
  return { label, shortLabel: label, what };
}

/** Scrolls to the chosen radio of a group, focuses it and highlights the list, whose corners are round. */
function openChoice({ current: group }: RefObject<HTMLFieldSetElement | null>): void {
  if (group === null) return;
  group.scrollIntoView({ block: 'nearest' });
  group.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true });
  const list = group.lastElementChild;
  if (list instanceof HTMLElement) highlight(list);
}

/** Returns what is chosen, for the bar on narrow screens; null if there is nothing to choose. */
function summaryOf(
  post: Post,
  selection: Selection,
  ways: SetWays,
  choices: RefObject<HTMLFieldSetElement | null>,
): ChoiceSummary | null {
  const files = chosenFiles(post, selection);
  const [item] = post.items;
  const [file] = files;
  if (item === undefined || file === undefined) return null;
  const open = (): void => openChoice(choices);
  const unknown = text(resultCard, 'sizeUnknown');
  if (post.items.length > 1) {
    if (!ways.zip && !ways.folder && ways.sheet === null) return null;
    const label = saveAsLabel(files, saveAsOf(files, selection, ways), ways);
    return { label, size: totalSize(files).text ?? unknown, open };
  }
  if (item.qualities.length === 1) return null;
  const size = sizesOf(item.qualities)[item.qualities.indexOf(file)] ?? unknown;
  return { label: shortLabel(item.kind, file), size, open };
}

/** Returns in which ways this device can save a set. */
function setWays(): SetWays {
  const isInApp = inAppBrowser() !== null;
  return {
    folder: !isInApp && canPickFolder(),
    zip: !isInApp,
    sheet: shareDestinationOfSets(),
    isTouchDevice: isTouchDevice(),
  };
}

interface ResultProps extends Pick<ResultSectionProps, 'refetch' | 'onPasteAnother'> {
  post: Post;
  /** Whether only the download is shown, because the visitor has opened another preview. */
  isSmall: boolean;
  onActivity: (post: Post, activity: Activity) => void;
}

/** Returns the orders that a result's buttons start: for what is chosen, for the shown item alone, and for a file of captions. */
function ordersFor(post: Post, selection: Selection, ways: SetWays, refetch: ResultSectionProps['refetch']) {
  const platform = platformName(post);
  const refreshFor = (wanted: Selection) => async (signal: AbortSignal) => {
    const fresh = await refetch(post, signal);
    return fresh === null ? null : findSameFiles(fresh, post, wanted);
  };
  const files = chosenFiles(post, selection);
  const chosen: NamedOrder = {
    files,
    saveAs: post.items.length > 1 ? saveAsOf(files, selection, ways) : 'separate',
    platform,
    zipName: zipNameOf(post),
    what: downloadTextFor(post, selection).what,
    refresh: refreshFor(selection),
  };
  const one = { saveAs: 'separate', platform, zipName: '' } as const;
  const shown = (): NamedOrder | null => {
    const alone = { ...selection, picked: selection.picked.map((_, index) => index === selection.current) };
    const [file] = chosenFiles(post, alone);
    const kind = post.items[selection.current]?.kind;
    if (file === undefined || kind === undefined) return null;
    return { ...one, files: [file], what: shortLabel(kind, file), refresh: refreshFor(alone) };
  };
  const captions = (file: CaptionFile, what: string): NamedOrder => ({
    ...one,
    files: [captionSource(file)],
    what,
    refresh: async (signal) => {
      const fresh = await refetch(post, signal);
      const same = fresh === null ? null : findSameCaptions(fresh, file);
      return same === null ? null : [captionSource(same)];
    },
  });
  return { chosen: files.length === 0 ? null : chosen, shown, captions };
}

function Result({ post, isSmall, onActivity, refetch, onPasteAnother }: ResultProps) {
  const [selection, onSelect] = useSelection(post);
  const download = useRef<DownloadHandle>(null);
  const choices = useRef<HTMLFieldSetElement>(null);
  const [activity, setActivity] = useState<Activity>('none');
  useEffect(() => onActivity(post, activity), [onActivity, post, activity]);
  const { label, shortLabel: short } = downloadTextFor(post, selection);
  const ways = setWays();
  const orders = ordersFor(post, selection, ways, refetch);
  const start = (order: NamedOrder | null): void => {
    if (order !== null) download.current?.start(order);
  };
  const stage = <ItemStage key={selection.current} post={post} index={selection.current} />;
  const shownStage =
    post.items.length > 1 ? (
      <SetStage
        current={selection.current}
        count={post.items.length}
        onShow={(item) => onSelect({ type: 'shown', item })}
      >
        {stage}
      </SetStage>
    ) : (
      stage
    );
  return (
    <>
      {isSmall && <p className={styles.name}>{postSummary(post)}</p>}
      <ResultCard
        isSmall={isSmall}
        post={post}
        selection={selection}
        onSelect={onSelect}
        onSaveCaptions={(file, named) => start(orders.captions(file, named))}
        onSaveOne={() => start(orders.shown())}
        ways={ways}
        choices={choices}
        isEnded={activity === 'ended'}
        stage={isSmall ? null : shownStage}
        download={
          <DownloadBlock
            order={orders.chosen}
            label={label}
            shortLabel={short}
            summary={summaryOf(post, selection, ways, choices)}
            isSmall={isSmall}
            onPasteAnother={onPasteAnother}
            onActivity={setActivity}
            choice={JSON.stringify([selection.qualities, selection.picked, selection.saveAs])}
            handle={download}
          />
        }
      />
    </>
  );
}

/** Returns a key that is equal for two previews of one post with equally many items. */
const keyOf = (post: Post): string => `${post.platform} ${post.id} ${post.items.length}`;

/**
 * Returns the earlier results that are still shown: those whose downloads run, and those that ended meanwhile until the visitor closes
 * the panel or opens the next preview.
 */
function useEarlierPosts(post: Post | null) {
  const [last, setLast] = useState(post);
  const [earlier, setEarlier] = useState<readonly Post[]>([]);
  const [activities, setActivities] = useState<Readonly<Record<string, Activity>>>({});
  const onActivity = useCallback(
    (one: Post, activity: Activity) => setActivities((others) => ({ ...others, [keyOf(one)]: activity })),
    [],
  );
  if (post !== last) {
    setLast(post);
    const shown = post && keyOf(post);
    const others = [...earlier, ...(last ? [last] : [])].filter((one) => keyOf(one) !== shown);
    setEarlier(others.filter((one) => activities[keyOf(one)] === 'running'));
  }
  return { earlier: earlier.filter((one) => activities[keyOf(one)] !== 'none'), onActivity };
}

/**
 * Renders the result of the current preview and, above it in short form, earlier results with downloads; `onKept` gets whether there are
 * any. Refreshed links of the shown post keep the selection; another post resets it.
 */
export function ResultSection({ post, title, onKept, ...props }: ResultSectionProps) {
  const { earlier, onActivity } = useEarlierPosts(post);
  const isKept = earlier.length > 0;
  useEffect(() => onKept(isKept), [onKept, isKept]);
  return (
    <>
      {[...earlier, ...(post === null ? [] : [post])].map((one) => (
        <div key={keyOf(one)} className={one === post ? undefined : styles.earlier}>
          <Result post={one} isSmall={one !== post} onActivity={onActivity} {...props} />
        </div>
      ))}
      {post !== null && <InstallRow title={title} />}
    </>
  );
}

export { FailureHelp, MoreLinksOffer, postSummary };
