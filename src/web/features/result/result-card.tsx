import { ArrowUpRight, Copy, ExternalLink, FileDown, Images, Info, type LucideIcon } from 'lucide-react';
import { type Dispatch, type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { downloadPanel } from '#messages/download-panel.ts';
import { extrasList } from '#messages/extras-list.ts';
import { resultCard } from '#messages/result-card.ts';
import type { CaptionFile, Post, Quality } from '#shared/contract/preview.ts';
import { cutCaption } from '#shared/format/caption.ts';
import { formatMoment } from '#shared/format/day.ts';
import { text, textParts } from '#shared/messages/text.ts';
import { PLATFORMS } from '#shared/platforms/platforms.ts';
import { classNames } from '../../lib/class-names.ts';
import { inAppBrowser } from '../../lib/in-app-browser.ts';
import { announce } from '../../state/announcer.ts';
import { notifyError, notifySuccess } from '../../state/notices.ts';
import { Button } from '../../ui/button.tsx';
import { CheckLabel } from '../../ui/check-input.tsx';
import { FileName } from '../../ui/file-name.tsx';
import { FoldedPart } from '../../ui/folded-part.tsx';
import { PlatformGlyph } from '../../ui/platform-glyph.tsx';
import { useOverflow } from '../../ui/use-overflow.ts';
import type { OfferedFile } from '../../workbench/offers.ts';
import { CaptionsList } from './captions-list.tsx';
import { handleOf, platformName, postDetail, postName, totalSize } from './describe-post.ts';
import type { ExtraFile } from './extra-files.ts';
import { FileRows } from './file-rows.tsx';
import { FilmList } from './film-list.tsx';
import { QualityList } from './quality-list.tsx';
import styles from './result-card.module.css';
import { SaveAsList } from './save-as-list.tsx';
import {
  chosenFiles,
  filmPictures,
  isSilentClip,
  type Selection,
  type SelectionEvent,
  type SetWays,
  saveAsOf,
} from './selection.ts';
import { SoundsList } from './sounds-list.tsx';
import { ThumbStrip } from './thumb-strip.tsx';

/**
 * Renders the platform's glyph, the author, the name and the duration or contents of a post, and a link to the original; no link for a
 * built-in sample.
 */
function PostHeading({ post }: { post: Post }) {
  const handle = handleOf(post);
  const detail = postDetail(post);
  const platform = PLATFORMS.find(({ id }) => id === post.platform);
  const below = [handle === null ? null : postName(post), detail].filter((part) => part !== null);
  return (
    <div className={styles.who}>
      <span className={styles.glyph}>
        {platform === undefined ? (
          <Images aria-hidden className="ic" />
        ) : (
          <PlatformGlyph glyph={platform.glyph} className="ic" />
        )}
      </span>
      <div className={styles.words}>
        <h2 className={styles.name} dir="auto">
          {handle ?? postName(post)}
        </h2>
        {below.length > 0 && <p className={styles.meta}>{below.join(', ')}</p>}
      </div>
      {post.platform !== 'sample' && (
        <a
          className={styles.original}
          href={post.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={text(resultCard, 'openOriginal')}
        >
          <ArrowUpRight aria-hidden className="ic" />
        </a>
      )}
    </div>
  );
}

async function copy(caption: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(caption);
    notifySuccess(text(resultCard, 'captionCopied'), 'silent');
    announce(text(resultCard, 'captionCopied'), 'polite');
  } catch {
    notifyError(text(resultCard, 'captionNotCopied'));
  }
}

/**
 * Renders the first 150 characters of the caption, a "More" button that shows all of it, and a button that copies it; nothing for an empty
 * caption. On a narrow screen the style sheet shows only two lines. The row has the text direction of the caption, so that "More" is at its
 * end.
 */
function PostCaption({ caption }: { caption: string }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const words = useRef<HTMLParagraphElement>(null);
  const isClipped = useOverflow(words, 'Height', caption.trim() !== '');
  if (caption.trim() === '') return null;
  const cut = cutCaption(caption);
  return (
    <div className={styles.captionRow} dir="auto">
      <p ref={words} id={id} className={classNames(styles.caption, isOpen ? styles.whole : styles.short)}>
        {isOpen ? caption : cut}
      </p>
      {(isClipped || isOpen || cut !== caption) && (
        <button
          type="button"
          className={classNames('link', styles.more, isClipped && !isOpen && styles.over)}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {text(resultCard, isOpen ? 'lessCaption' : 'moreCaption')}
        </button>
      )}
      <Button
        look="ghost"
        size="small"
        className={styles.copy}
        aria-label={text(resultCard, 'copyCaption')}
        onClick={() => void copy(caption)}
      >
        <Copy aria-hidden className={classNames('ic', styles.copyIcon)} />
        <span className={styles.copyLabel}>{text(resultCard, 'copyCaption')}</span>
      </Button>
    </div>
  );
}

/** Size above which the download may be slow. The FAQ states this size, and a note says so if the chosen files are larger in total. */
const LARGE_FILE_BYTES = 100 * 1024 * 1024;

/**
 * Renders the note that says until when downloads through this site are paused; nothing if they are not paused, or if the platform itself
 * sends the only file of the post. Sets and captions always come through this site.
 */
export const PausedNote = ({ post: { downloadsPausedUntil: until, items, captions } }: { post: Post }) =>
  until !== undefined &&
  Date.parse(until) > Date.now() &&
  (items.length > 1 ||
    (captions ?? []).length > 0 ||
    items.some(({ qualities }) => qualities.some(({ direct }) => direct !== true))) && (
    <Note icon={Info}>{text(downloadPanel, 'trafficSpent', { time: formatMoment(until) })}</Note>
  );

interface ResultCardProps {
  post: Post;
  selection: Selection;
  onSelect: Dispatch<SelectionEvent>;
  /** Starts the download of a caption file. `contentName` is the name of the file for the progress bar. */
  onSaveCaptions: (file: CaptionFile, contentName: string) => void;
  /** Files that Download saves. */
  files: readonly Quality[];
  /** Files of sound that this device can make from the shown item. */
  sounds: readonly OfferedFile[];
  /** Cover, author's picture and details of the post. */
  extras: readonly ExtraFile[];
  /** Whether files that this device makes come through this site, where others do not. */
  showsDetour: boolean;
  /** Returns the film that this device can make of the selected pictures; null if it cannot. */
  filmFor: (secondsEach: number) => OfferedFile | null;
  /** Starts a file that this device makes, or one of `extras`. */
  onMake: (file: OfferedFile) => void;
  /** Starts the download of only the shown item of a set. */
  onSaveOne: () => void;
  ways: SetWays;
  /** The player, photo or set of items. */
  stage: ReactNode;
  download: ReactNode;
  /** The field in which the visitor sets the names of the files; null where the page cannot set them. */
  filenames: ReactNode;
  /** The group in which the visitor chooses what Download saves. */
  choices: Ref<HTMLFieldSetElement>;
  /** Whether a download of this post has ended. Its panel then shows the file name, so the notes do not. */
  isEnded: boolean;
  /** Whether only the download block is shown. */
  isSmall: boolean;
}

function Qualities({ post, selection, onSelect, choices }: ResultCardProps) {
  const item = post.items[selection.current];
  if (item === undefined) return null;
  const isSet = post.items.length > 1;
  const [only, ...others] = item.qualities;
  // An item of a set that has only one quality needs no row, unless it is silent or unchecked; the sizes are in the
  // Save as list.
  if (isSet && others.length === 0 && only !== undefined && !isSilentClip(only) && !only.unproven)
    return null;
  return (
    <QualityList
      key={selection.current}
      listRef={choices}
      item={item}
      heading={
        isSet
          ? text(resultCard, `qualityOf.${item.kind}`, { position: selection.current + 1 })
          : text(resultCard, 'quality')
      }
      chosenIndex={selection.qualityIndexes[selection.current] ?? 0}
      onChoose={(quality) => onSelect({ type: 'chosen', item: selection.current, quality })}
    />
  );
}

function SetChoices(props: ResultCardProps) {
  const { post, selection, onSelect, onSaveOne, ways, choices, files } = props;
  const saveAs = saveAsOf(files, selection, ways);
  return (
    <>
      <ThumbStrip
        items={post.items}
        selection={selection}
        onShow={(item) => onSelect({ type: 'shown', item })}
        onToggle={(item) => onSelect({ type: 'toggled', item })}
        onPickAll={(isPicked) => onSelect({ type: 'all-picked', isPicked })}
        onSaveOne={onSaveOne}
      />
      <Qualities {...props} choices={null} />
      <SaveAsList
        listRef={choices}
        files={files}
        saveAs={saveAs}
        ways={ways}
        onChoose={(chosen) => onSelect({ type: 'save-as', saveAs: chosen })}
      />
      {ways.zip && saveAs !== 'sheet' && (
        <CheckLabel
          checked={selection.withDetails}
          onChange={({ target }) => onSelect({ type: 'details', isWanted: target.checked })}
        >
          {text(extrasList, 'withDetails')}
        </CheckLabel>
      )}
    </>
  );
}

/** Renders a line of small text after an icon that screen readers skip. */
export function Note({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className={styles.note}>
      <Icon aria-hidden className="ic-s" />
      <span>{children}</span>
    </p>
  );
}

/**
 * Renders the notes about a post and the chosen `files`: items that could not be read, large files, and how a single file is saved. For a
 * set, or once the download has ended (`isEnded`), a note on personal use and credit replaces the note on how the file is saved.
 */
export function Notes({ post, files, isEnded }: { post: Post; files: readonly Quality[]; isEnded: boolean }) {
  const handle = handleOf(post);
  const isSet = post.items.length > 1;
  const total = totalSize(files);
  const large = total.text !== null && total.bytes > LARGE_FILE_BYTES;
  const [savingAs, , afterName] = textParts(downloadPanel, 'savingAs');
  const read = post.items.filter(({ kind }) => kind !== 'audio').length;
  return (
    <>
      {post.statedItems !== undefined && (
        <Note icon={Info}>{text(resultCard, 'fewerItems', { read, stated: post.statedItems })}</Note>
      )}
      {large && (
        <Note icon={Info}>
          {files.length > 1 ? text(downloadPanel, 'largeFiles') : text(downloadPanel, 'largeFile')}
        </Note>
      )}
      {isSet || isEnded ? (
        <Note icon={Info}>
          {handle === null ? text(resultCard, 'personalUse') : text(resultCard, 'credit', { handle })}
        </Note>
      ) : files[0]?.direct === true ? (
        <Note icon={ExternalLink}>{text(downloadPanel, 'opensInTab', { platform: platformName(post) })}</Note>
      ) : (
        <Note icon={FileDown}>
          {savingAs}
          <FileName name={files[0]?.filename ?? ''} />
          {afterName}
        </Note>
      )}
    </>
  );
}

/** Renders the card of a post: its heading, `caption` and choices (`children`) beside the stage, and `download` and `notes` below. */
export const PostCard = ({
  post,
  stage,
  caption,
  children,
  download,
  notes,
  isSmall = false,
}: Record<'stage' | 'caption' | 'children' | 'download' | 'notes', ReactNode> & {
  post: Post;
  isSmall?: boolean;
}) => (
  <article className={isSmall ? styles.small : styles.card} data-testid={isSmall ? undefined : 'result-card'}>
    <div className={styles.stage}>
      <div className={styles.view}>{stage}</div>
    </div>
    <div className={styles.info}>
      <PostHeading post={post} />
      {caption}
      {children}
    </div>
    {download !== undefined && <div className={styles.download}>{download}</div>}
    <div className={styles.notes}>{notes}</div>
  </article>
);

/**
 * Renders the card of a post with the choices of what to download. The caller passes the player or photo (`stage`) and the download block
 * (`download`).
 */
export function ResultCard(props: ResultCardProps) {
  const { post, selection, sounds, filmFor, onMake, onSaveCaptions, stage, download, filenames } = props;
  const { isEnded, isSmall, extras, showsDetour, onSelect } = props;
  const { captions = [] } = post;
  const Choices = post.items.length > 1 ? SetChoices : Qualities;
  const app = inAppBrowser();
  return (
    <PostCard
      post={post}
      isSmall={isSmall}
      stage={stage}
      caption={<PostCaption caption={post.caption} />}
      download={download}
      notes={
        <>
          <Notes post={post} files={chosenFiles(post, selection)} isEnded={isEnded} />
          {/* Below Download, which it must not move: the device answers late, perhaps under a finger. */}
          {post.items.length > 1 && (
            <FilmList
              filmFor={filmFor}
              onSave={onMake}
              order={filmPictures(post, selection)}
              current={selection.current}
              onSwap={(item, other) => onSelect({ type: 'swapped', item, other })}
            />
          )}
          {extras.length > 0 && (
            <FoldedPart summary={text(extrasList, 'heading')} testId="extras">
              <FileRows
                files={extras}
                legendOf={({ quality }) => text(extrasList, `legend.${quality}`)}
                onSave={onMake}
              />
            </FoldedPart>
          )}
          {filenames}
        </>
      }
    >
      <PausedNote post={post} />
      {app !== null && <Note icon={ExternalLink}>{text(downloadPanel, 'leaveApp', { app })}</Note>}
      <Choices {...props} />
      <SoundsList files={sounds} onSave={onMake} />
      {showsDetour && <Note icon={Info}>{text(resultCard, 'detour')}</Note>}
      {captions.length > 0 && <CaptionsList files={captions} onSave={onSaveCaptions} />}
    </PostCard>
  );
}
