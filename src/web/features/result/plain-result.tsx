import { ArrowDownToLine, ExternalLink, Info } from 'lucide-react';
import { captionsList } from '#messages/captions-list.ts';
import { downloadPanel } from '#messages/download-panel.ts';
import { previewPage } from '#messages/preview-page.ts';
import { resultCard } from '#messages/result-card.ts';
import type { Post, PostItem, Quality } from '#shared/contract/preview.ts';
import { cutCaption } from '#shared/format/caption.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { mediaName } from '../../lib/media-name.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import listStyles from './choice-list.module.css';
import { type Choice, ChoiceText } from './choice-list.tsx';
import { shownCaptions } from './describe-captions.ts';
import { handleOf, platformName, shortLabel } from './describe-post.ts';
import styles from './plain-result.module.css';
import { choicesOf } from './quality-list.tsx';
import { Note, Notes, PostCard } from './result-card.tsx';

type Saved = Pick<Quality, 'url' | 'filename' | 'direct'>;

/**
 * Returns the attributes of a link that saves a file. What the platform sends itself opens in a new tab: there its address takes the
 * place of this page, and no name that this page gives would count.
 */
const saveLink = ({ url, filename, direct }: Saved) => ({
  href: `${url}?download`,
  ...(direct === true ? ({ target: '_blank', rel: 'noopener noreferrer' } as const) : { download: filename }),
});

/** Renders links that save files, in rows like those of the qualities. `name` begins their names for screen readers. */
const FileLinks = ({
  name,
  rows,
}: {
  name: string;
  rows: readonly (Omit<Choice, 'id'> & { file: Saved })[];
}) => (
  <div className={listStyles.list}>
    {rows.map(({ file, ...choice }) => (
      <a key={file.url} className={classNames(listStyles.row, styles.row)} {...saveLink(file)}>
        <ArrowDownToLine aria-hidden className="ic" />
        <span className="sr">{name}</span> <ChoiceText {...choice} />
      </a>
    ))}
  </div>
);

/** Renders an item's picture, or its clip or sound with the browser's own controls. */
function Media({ post, item }: { post: Post; item: PostItem }) {
  const src = (item.qualities.find(({ videoAvailable }) => videoAvailable) ?? item.qualities[0])?.url;
  const name = mediaName(item.kind, handleOf(post));
  if (item.kind === 'photo') return <img className={styles.media} src={src} alt={name} loading="lazy" />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: the platforms list captions as files
    <video
      className={styles.media}
      src={src}
      poster={item.thumbnail ?? post.thumbnail ?? undefined}
      // The stage has the height of a playing clip, because nothing reports the start.
      data-playing="true"
      controls
      playsInline
      preload="metadata"
      aria-label={name}
    />
  );
}

/** Renders a post for a page without scripts: every file is a link that saves it. */
export function PlainResult({ post }: { post: Post }) {
  const [first] = post.items;
  if (first === undefined) return null;
  const isSet = post.items.length > 1;
  const best = isSet ? undefined : first.qualities[0];
  const bestSize = choicesOf(first)[0]?.size ?? null;
  const what = best === undefined ? '' : shortLabel(first.kind, best);
  const captions = shownCaptions(post.captions ?? []);
  return (
    <PostCard
      post={post}
      stage={<Media post={post} item={first} />}
      caption={post.caption.trim() !== '' && <p dir="auto">{cutCaption(post.caption)}</p>}
      download={
        best && (
          <ButtonLink look="primary" size="large" {...saveLink(best)}>
            <ArrowDownToLine aria-hidden className="ic" />
            {bestSize === null
              ? text(resultCard, 'downloadMany', { what })
              : text(resultCard, 'download', { what, size: bestSize })}
          </ButtonLink>
        )
      }
      notes={
        <>
          <Notes post={post} files={best === undefined ? [] : [best]} isEnded={false} />
          {isSet && (
            <Note icon={<Info aria-hidden className="ic-s" />}>{text(previewPage, 'separately')}</Note>
          )}
          {isSet && post.items.some(({ qualities }) => qualities.some(({ direct }) => direct)) && (
            <Note icon={<ExternalLink aria-hidden className="ic-s" />}>
              {text(downloadPanel, 'opensInTab', { platform: platformName(post) })}
            </Note>
          )}
        </>
      }
    >
      {post.items.map((item, index) => {
        const name = text(previewPage, `item.${item.kind}`, { position: index + 1 });
        const choices = choicesOf(item);
        return (
          <section key={item.qualities[0]?.url ?? name}>
            <h3 className={listStyles.heading}>{isSet ? name : text(resultCard, 'quality')}</h3>
            {index > 0 && (
              <div className={styles.small}>
                <Media post={post} item={item} />
              </div>
            )}
            <FileLinks
              name={isSet ? text(previewPage, 'saveItem', { item: name }) : text(previewPage, 'save')}
              rows={item.qualities.flatMap((file, row) => ({ file, ...(choices[row] as Choice) }))}
            />
          </section>
        );
      })}
      {captions.length > 0 && (
        <section>
          <h3 className={listStyles.heading}>{text(captionsList, 'heading')}</h3>
          <FileLinks
            name={text(previewPage, 'save')}
            rows={captions.map(({ file, language, origin, size }) => ({
              file,
              label: language,
              legend: origin,
              size,
            }))}
          />
        </section>
      )}
    </PostCard>
  );
}
