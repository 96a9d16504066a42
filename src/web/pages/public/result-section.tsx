import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { resultCard } from '#messages/result-card.ts';
import type { CaptionFile, Post, Quality } from '#shared/contract/preview.ts';
import type { Site } from '#shared/contract/site.ts';
import { postLinks } from '#shared/links/post-links.ts';
import { text } from '#shared/messages/text.ts';
import {
  type Activity,
  type ChoiceSummary,
  DownloadBlock,
  type DownloadHandle,
} from '../../features/download/download-block.tsx';
import type { NamedOrder } from '../../features/download/download-report.tsx';
import { canPickFolder } from '../../features/download/file/save-folder.ts';
import type { SaveSource } from '../../features/download/file/save-request.ts';
import { InstallRow } from '../../features/download/install-row.tsx';
import { isTouchDevice, shareDestinationOfSets } from '../../features/download/share-file.ts';
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
} from '../../features/result/describe-post.ts';
import { sizesOf } from '../../features/result/describe-qualities.ts';
import { authorFile, coverFile, detailsFiles } from '../../features/result/extra-files.ts';
import { OwnFilenames } from '../../features/result/own-filenames.tsx';
import { renameFiles, zipNameOf } from '../../features/result/rename-files.ts';
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
import { useOwnFilenameTemplate } from '../../state/own-filename-template.ts';
import { useZipLimit } from '../../state/zip-limit.ts';
import type { OfferedFile } from '../../workbench/offers.ts';
import {
  cuttingOf,
  makesFiles,
  offeredFilm,
  offeredOf,
  offeredSounds,
  sameMadeFile,
} from './device-files.ts';
import { LinkListSection } from './link-list-section.tsx';
import styles from './result-section.module.css';

interface ResultSectionProps {
  /** The post to show; null without a preview. */
  post: Post | null;
  /** Fetches the same post again without showing notices. Resolves to null on failure. */
  refetch: (post: Post, signal: AbortSignal) => Promise<Post | null>;
  /** Title of the site, for the offer to install the site as an app, the template of its file names, and whether devices make files. */
  site: Pick<Site, 'title' | 'filenameTemplate' | 'madeFiles' | 'delivery'>;
  onPasteAnother: () => void;
  /** Receives whether earlier results are still shown. */
  onKept: (isKept: boolean) => void;
}

/**
 * Renders the player or photo of the item at `index`. A video always plays the first file whose codec this browser decodes (many browsers
 * do not decode H.265), so that choosing a quality does not restart the video.
 */
function ItemStage({
  post,
  index,
  onSavePart,
}: {
  post: Post;
  index: number;
  /** Null if this device cuts no clips. */
  onSavePart: ((file: OfferedFile) => void) | null;
}) {
  const item = post.items[index];
  const videoFiles = item?.qualities.filter((quality) => quality.videoAvailable);
  const file = videoFiles?.find(({ codec }) => canPlayCodec(codec)) ?? videoFiles?.[0] ?? item?.qualities[0];
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
      cutting={onSavePart && cuttingOf(item, onSavePart)}
    />
  );
}

/**
 * Returns the texts of the Download button: `label`, the shorter `shortLabel` for use beside the chosen quality, and `what`, the short name
 * of the files that the button saves. `what` is empty if nothing is chosen.
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

/**
 * Scrolls to a group of choices, focuses the chosen radio button and highlights the list of the choices. The list is highlighted instead of
 * the group, because only the list has round corners.
 */
function openChoice({ current: group }: RefObject<HTMLFieldSetElement | null>): void {
  if (group === null) return;
  group.scrollIntoView({ block: 'nearest' });
  group.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true });
  const list = group.lastElementChild;
  if (list instanceof HTMLElement) highlight(list);
}

/**
 * Returns the label and size of the chosen quality or way of saving a set, which saves `files`; null if nothing is chosen or there is only
 * one choice. `open` leads to the group `choices`.
 */
function summaryOf(
  post: Post,
  files: readonly Quality[],
  selection: Selection,
  ways: SetWays,
  choices: RefObject<HTMLFieldSetElement | null>,
): ChoiceSummary | null {
  const [item] = post.items;
  const [file] = files;
  if (item === undefined || file === undefined) return null;
  const openChoices = (): void => openChoice(choices);
  const unknown = text(resultCard, 'sizeUnknown');
  if (post.items.length > 1) {
    if (!ways.zip && !ways.folder && ways.sheet === null) return null;
    const label = saveAsLabel(files, saveAsOf(files, selection, ways), ways);
    return { label, size: totalSize(files).text ?? unknown, open: openChoices };
  }
  if (item.qualities.length === 1) return null;
  const size = sizesOf(item.qualities)[item.qualities.indexOf(file)] ?? unknown;
  return { label: shortLabel(item.kind, file), size, open: openChoices };
}

/** Returns the ways in which this device can save a set. */
function setWays(zipBytes: number): SetWays {
  const isInApp = inAppBrowser() !== null;
  return {
    folder: !isInApp && canPickFolder(),
    zip: !isInApp,
    zipBytes,
    sheet: shareDestinationOfSets(),
    isTouchDevice: isTouchDevice(),
  };
}

interface ResultProps extends Pick<ResultSectionProps, 'site' | 'refetch' | 'onPasteAnother'> {
  post: Post;
  /** Whether this is an earlier result, of which only the name and the download are shown. */
  isSmall: boolean;
  onActivity: (post: Post, activity: Activity) => void;
}

/** A post with the names under which its files are saved, and the function that fetches it again with these names. */
interface NamedResult {
  readonly post: Post;
  /** Resolves to the post with fresh links; null if it cannot be read again or the signal aborts. */
  readonly refetch: (signal: AbortSignal) => Promise<Post | null>;
  /** Template of the names. */
  readonly template: string;
  /** Whether the names are the visitor's own. */
  readonly isRenamed: boolean;
  readonly zipName: string;
}

/**
 * Returns `post` with the names of the visitor's own template; with the names of the site if the visitor has none, or in the browser of an
 * app, which takes the name from the server.
 */
function useNamedResult(
  post: Post,
  siteTemplate: string,
  refetch: ResultSectionProps['refetch'],
): NamedResult {
  const chosen = useOwnFilenameTemplate();
  const own = inAppBrowser() === null ? chosen : null;
  return useMemo(() => {
    const date = new Date();
    const named = (one: Post): Post => (own === null ? one : renameFiles(one, own, date));
    return {
      post: named(post),
      async refetch(signal) {
        const fresh = await refetch(post, signal);
        return fresh && named(fresh);
      },
      template: own ?? siteTemplate,
      isRenamed: own !== null,
      zipName: zipNameOf(post, own ?? siteTemplate, date),
    };
  }, [post, own, siteTemplate, refetch]);
}

/**
 * Returns the orders that the buttons of a result start. `chosenOrder` saves what is chosen; null if nothing is chosen. `shownOrder`
 * returns the order for the shown item alone, or null if it has no file; `madeOrder` and `captionsOrder` return the order for a file
 * that this device makes from `source`, and for a caption file. `post` is what this device offers of `source`; `details` are saved with the
 * chosen files.
 */
function ordersFor(
  { post: source, refetch, template, isRenamed, zipName }: NamedResult,
  post: Post,
  selection: Selection,
  ways: SetWays,
  makes: boolean,
  details: readonly OfferedFile[],
) {
  const platform = platformName(post);
  const sourcesOf = (sources: readonly SaveSource[]) => sources.map((source) => ({ ...source, isRenamed }));
  const refreshFor =
    (wantedSelection: Selection, added: readonly OfferedFile[] = []) =>
    async (signal: AbortSignal) => {
      const fresh = await refetch(signal);
      const same = fresh && findSameFiles(offeredOf(fresh, makes), post, wantedSelection);
      return same && sourcesOf([...same, ...added]);
    };
  const files = [...chosenFiles(post, selection), ...details];
  const chosenOrder: NamedOrder = {
    files: sourcesOf(files),
    saveAs: post.items.length > 1 ? saveAsOf(files, selection, ways) : 'separate',
    platform,
    zipName,
    contentName: downloadTextFor(post, selection).what,
    refresh: refreshFor(selection, details),
  };
  const singleFileOrder = { saveAs: 'separate', platform, zipName: '' } as const;
  const shownOrder = (): NamedOrder | null => {
    const shownSelection = {
      ...selection,
      picked: selection.picked.map((_, index) => index === selection.current),
    };
    const [file] = chosenFiles(post, shownSelection);
    const kind = post.items[selection.current]?.kind;
    if (file === undefined || kind === undefined) return null;
    return {
      ...singleFileOrder,
      files: sourcesOf([file]),
      contentName: shortLabel(kind, file),
      refresh: refreshFor(shownSelection),
    };
  };
  const madeOrder = (file: OfferedFile): NamedOrder => ({
    ...singleFileOrder,
    files: [{ ...file, isRenamed: true }],
    contentName: file.label,
    refresh: async (signal) => {
      const fresh = await refetch(signal);
      const same = fresh === null ? null : sameMadeFile(fresh, source, selection, file, template);
      return same === null ? null : [same];
    },
  });
  const captionsOrder = (file: CaptionFile, contentName: string): NamedOrder => ({
    ...singleFileOrder,
    files: sourcesOf([captionSource(file)]),
    contentName,
    refresh: async (signal) => {
      const fresh = await refetch(signal);
      const same = fresh === null ? null : findSameCaptions(fresh, file);
      return same && sourcesOf([captionSource(same)]);
    },
  });
  return { chosenOrder: files.length === 0 ? null : chosenOrder, shownOrder, madeOrder, captionsOrder };
}

function Result({ post: unnamedPost, isSmall, site, onActivity, refetch, onPasteAnother }: ResultProps) {
  const { filenameTemplate: siteTemplate } = site;
  const named = useNamedResult(unnamedPost, siteTemplate, refetch);
  const { post: source, template } = named;
  const makes = makesFiles(site);
  const post = useMemo(() => offeredOf(source, makes), [source, makes]);
  const [selection, onSelect] = useSelection(post);
  const download = useRef<DownloadHandle>(null);
  const choices = useRef<HTMLFieldSetElement>(null);
  const [activity, setActivity] = useState<Activity>('none');
  useEffect(() => onActivity(unnamedPost, activity), [onActivity, unnamedPost, activity]);
  const { label, shortLabel: short } = downloadTextFor(post, selection);
  const ways = setWays(useZipLimit());
  const isSet = post.items.length > 1;
  const chosen = chosenFiles(post, selection);
  // An app's browser loses files that the page writes.
  const details = ways.zip ? detailsFiles(post, selection, template) : [];
  const pictures = ways.zip
    ? [coverFile(source, selection.current, template), authorFile(source, template)]
    : [];
  const takesDetails = isSet && chosen.length > 0 && saveAsOf(chosen, selection, ways) !== 'sheet';
  const added = takesDetails && selection.withDetails ? details.slice(0, 1) : [];
  const files = [...chosen, ...added];
  const orders = ordersFor(named, post, selection, ways, makes, added);
  const start = (order: NamedOrder | null): void => {
    if (order !== null) download.current?.start(order);
  };
  const make = (file: OfferedFile): void => start(orders.madeOrder(file));
  const stage = (
    <ItemStage
      key={selection.current}
      post={source}
      index={selection.current}
      onSavePart={makes ? make : null}
    />
  );
  const shownStage = isSet ? (
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
        onSaveCaptions={(file, named) => start(orders.captionsOrder(file, named))}
        files={files}
        sounds={makes ? offeredSounds(source, selection.current, template) : []}
        filmFor={(secondsEach) => (makes ? offeredFilm(source, selection, secondsEach) : null)}
        extras={[...pictures, ...details].filter((file) => file !== null)}
        showsDetour={makes && site.delivery === 'direct' && (isSet || source.items[0]?.kind !== 'photo')}
        onMake={make}
        onSaveOne={() => start(orders.shownOrder())}
        ways={ways}
        choices={choices}
        isEnded={activity === 'ended'}
        filenames={inAppBrowser() === null && <OwnFilenames siteTemplate={siteTemplate} files={chosen} />}
        stage={isSmall ? null : shownStage}
        download={
          <DownloadBlock
            order={orders.chosenOrder}
            label={label}
            shortLabel={short}
            summary={summaryOf(post, files, selection, ways, choices)}
            isSmall={isSmall}
            onPasteAnother={onPasteAnother}
            onActivity={setActivity}
            selectionKey={JSON.stringify([
              selection.qualityIndexes,
              selection.picked,
              selection.saveAs,
              added.length,
            ])}
            handle={download}
          />
        }
      />
    </>
  );
}

/** Returns a key that is equal for two previews of the same post with the same number of items. */
const keyOf = (post: Post): string => `${post.platform} ${post.id} ${post.items.length}`;

/**
 * Returns the posts of earlier previews that are still shown (`earlier`): those with a running download, and those whose download has
 * ended, until the visitor closes its panel or opens the next preview. `onActivity` must be called when the panel of a post changes.
 */
function useEarlierPosts(post: Post | null) {
  const [last, setLast] = useState(post);
  const [earlier, setEarlier] = useState<readonly Post[]>([]);
  const [activities, setActivities] = useState<Readonly<Record<string, Activity>>>({});
  const onActivity = useCallback(
    (changedPost: Post, activity: Activity) =>
      setActivities((previous) => ({ ...previous, [keyOf(changedPost)]: activity })),
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
 * Renders the result of the current preview and, above it in short form, earlier results with downloads. Calls `onKept` with whether there
 * are earlier results. New links of the shown post keep the selection; another post resets it.
 */
export function ResultSection({ post, site, onKept, ...props }: ResultSectionProps) {
  const { earlier, onActivity } = useEarlierPosts(post);
  const isKept = earlier.length > 0;
  useEffect(() => onKept(isKept), [onKept, isKept]);
  return (
    <>
      {[...earlier, ...(post === null ? [] : [post])].map((one) => (
        <div key={keyOf(one)} className={one === post ? undefined : styles.earlier}>
          <Result post={one} isSmall={one !== post} site={site} onActivity={onActivity} {...props} />
        </div>
      ))}
      {post !== null && <InstallRow title={site.title} />}
    </>
  );
}

export { FailureHelp, LinkListSection, postLinks, postSummary };
