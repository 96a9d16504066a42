import { ArrowDownToLine, ExternalLink, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { captionsList } from '#messages/captions-list.ts';
import { downloadPanel } from '#messages/download-panel.ts';
import { previewPage } from '#messages/preview-page.ts';
import { resultCard } from '#messages/result-card.ts';
import type { Post, PostItem, Quality } from '#shared/contract/preview.ts';
import { cutCaption } from '#shared/format/caption.ts';
import { text } from '#shared/messages/text.ts';
import { mediaName } from '../../lib/media-name.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import listStyles from './choice-list.module.css';
import { type Choice, ChoiceText } from './choice-list.tsx';
import { describeCaptions } from './describe-captions.ts';
import { downloadLabel, handleOf, platformName } from './describe-post.ts';
import styles from './plain-result.module.css';
import { choicesOf } from './quality-list.tsx';
import { Note, Notes, PausedNote, PostCard } from './result-card.tsx';

type SaveableFile = Pick<Quality, 'url' | 'filename' | 'direct'>;

/**
 * Returns the attributes of a link that saves a file. A file that the platform itself sends opens in a new tab, because it would replace
 * this page. Such a link has no file name, because browsers ignore the name for a file of another site.
 */
const saveLink = ({ url, filename, direct }: SaveableFile) => ({
  href: `${url}?download`,
  ...(direct === true ? ({ target: '_blank', rel: 'noopener noreferrer' } as const) : { download: filename }),
});

interface FileListProps {
  heading: string;
  /** First words of the name of each link, for screen readers. */
  name: string;
  rows: readonly (Omit<Choice, 'id'> & { readonly file: SaveableFile })[];
  /** Content between the heading and the links. */
  children?: ReactNode;
}

/** Renders links that save files, in rows like those of the qualities. */
const FileList = ({ heading, name, rows, children }: FileListProps) => (
  <section>
    <h3 className={listStyles.heading}>{heading}</h3>
    {children}
    <div className={listStyles.list}>
      {rows.map(({ file, ...choice }) => (
        <a key={file.url} className={listStyles.row} {...saveLink(file)}>
          <ArrowDownToLine aria-hidden className="ic" />
          <span className="sr">{name}</span> <ChoiceText {...choice} />
        </a>
      ))}
    </div>
  </section>
);

/** Renders the picture of an item, or its clip or sound with the browser's own controls. */
function Media({ post, item }: { post: Post; item: PostItem }) {
  const { url } = item.qualities.find(({ videoAvailable }) => videoAvailable) ?? item.qualities[0] ?? {};
  const name = mediaName(item.kind, handleOf(post));
  const common = { className: styles.media, src: url };
  if (item.kind === 'photo') return <img {...common} alt={name} loading="lazy" />;
  const poster = item.thumbnail ?? post.thumbnail ?? undefined;
  // The stage has the height of a playing clip, because nothing reports the start.
  const state = { preload: 'metadata', controls: true, 'data-playing': 'true' };
  return <video {...common} poster={poster} {...state} playsInline aria-label={name} />;
}

/** Renders a post for a page without scripts: every file is a link that saves it. */
export function PlainResult({ post }: { post: Post }) {
  const [first, ...others] = post.items;
  if (first === undefined) return null;
  const isSet = others.length > 0;
  const best = isSet ? undefined : first.qualities[0];
  const opensTabs = isSet && post.items.some(({ qualities }) => qualities.some(({ direct }) => direct));
  const captions = describeCaptions(post.captions ?? []);
  return (
    <PostCard
      post={post}
      stage={<Media post={post} item={first} />}
      caption={post.caption.trim() !== '' && <p dir="auto">{cutCaption(post.caption)}</p>}
      download={
        best && (
          <ButtonLink look="primary" size="large" {...saveLink(best)}>
            <ArrowDownToLine aria-hidden className="ic" />
            {downloadLabel(first, best)}
          </ButtonLink>
        )
      }
      notes={
        <>
          <Notes post={post} files={best === undefined ? [] : [best]} isEnded={false} />
          {isSet && <Note icon={Info}>{text(previewPage, 'separately')}</Note>}
          {opensTabs && (
            <Note icon={ExternalLink}>
              {text(downloadPanel, 'opensInTab', { platform: platformName(post) })}
            </Note>
          )}
        </>
      }
    >
      <PausedNote post={post} />
      {post.items.map((item, index) => {
        const name = text(previewPage, `item.${item.kind}`, { position: index + 1 });
        return (
          <FileList
            key={item.qualities[0]?.url}
            heading={isSet ? name : text(resultCard, 'quality')}
            name={isSet ? text(previewPage, 'saveItem', { item: name }) : text(resultCard, 'downloadShort')}
            rows={choicesOf(item)}
          >
            {index > 0 && <Media post={post} item={item} />}
          </FileList>
        );
      })}
      {captions.length > 0 && (
        <FileList
          heading={text(captionsList, 'heading')}
          name={text(resultCard, 'downloadShort')}
          rows={captions.map(({ language, origin, ...row }) => ({ ...row, label: language, legend: origin }))}
        />
      )}
    </PostCard>
  );
}
