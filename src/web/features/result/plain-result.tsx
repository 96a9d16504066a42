import { ArrowDownToLine, ArrowUpRight, ExternalLink, FileDown, Images, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { captionsList } from '#messages/captions-list.ts';
import { downloadPanel } from '#messages/download-panel.ts';
import { player } from '#messages/player.ts';
import { previewPage } from '#messages/preview-page.ts';
import { resultCard } from '#messages/result-card.ts';
import type { Post, PostItem, Quality } from '#shared/contract/preview.ts';
import { cutCaption } from '#shared/format/caption.ts';
import { template, text } from '#shared/messages/text.ts';
import { PLATFORMS } from '#shared/platforms/platforms.ts';
import { classNames } from '../../lib/class-names.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { FileName } from '../../ui/file-name.tsx';
import { PlatformGlyph } from '../../ui/platform-glyph.tsx';
import { shownCaptions } from './describe-captions.ts';
import { detailOf, handleOf, platformName, postName, shortLabel } from './describe-post.ts';
import { sizesOf } from './describe-qualities.ts';
import styles from './plain-result.module.css';
import { choicesOf } from './quality-list.tsx';

const [SAVED_AS, AFTER_NAME] = template(previewPage, 'savedAs').split('{filename}');

/**
 * Returns the attributes of a link that saves a file. What the platform sends itself opens in a new tab: there its address takes the
 * place of this page, and no name that this page gives would count.
 */
const saveLink = ({ url, filename, direct }: Pick<Quality, 'url' | 'filename' | 'direct'>) => ({
  href: `${url}?download`,
  ...(direct === true ? ({ target: '_blank', rel: 'noopener noreferrer' } as const) : { download: filename }),
});

/** Renders a link that saves a file, as a row like those of the result card's lists. */
function FileRow({
  file,
  name,
  label,
  legend,
  size,
}: {
  file: Pick<Quality, 'url' | 'filename' | 'direct'>;
  /** What the link does: the start of its name for screen readers. */
  name: string;
  label: string;
  legend: string;
  size: string | null;
}) {
  return (
    <li>
      <a className={styles.row} {...saveLink(file)}>
        <ArrowDownToLine aria-hidden className="ic" />
        <span className={styles.about}>
          <span className="sr">{name}</span> <b>{label}</b> <small>{legend}</small>
        </span>
        {size !== null && <span className={classNames(styles.size, 'num')}>{size}</span>}
      </a>
    </li>
  );
}

function Qualities({ item, name }: { item: PostItem; name: string }) {
  const choices = choicesOf(item);
  return (
    <ul className={styles.list}>
      {item.qualities.map((file, index) => {
        const { label, legend, size } = choices[index] ?? { label: '', legend: '', size: null };
        return (
          <FileRow
            key={file.url}
            {...{ file, name, label, legend }}
            size={size ?? text(resultCard, 'sizeUnknown')}
          />
        );
      })}
    </ul>
  );
}

/** Renders an item's picture, clip or sound with the browser's own controls. */
function Media({ post, item }: { post: Post; item: PostItem }) {
  const file = item.qualities.find(({ videoAvailable }) => videoAvailable) ?? item.qualities[0];
  const poster = item.thumbnail ?? post.thumbnail;
  const handle = handleOf(post);
  const name =
    handle === null ? text(player, `name.${item.kind}`) : text(player, `nameBy.${item.kind}`, { handle });
  if (file === undefined) return null;
  if (item.kind === 'photo')
    return <img className={styles.media} src={file.url} alt={name} decoding="async" loading="lazy" />;
  if (item.kind === 'audio')
    return (
      <div className={styles.sound}>
        {poster !== null && <img src={poster} alt="" decoding="async" />}
        {/* biome-ignore lint/a11y/useMediaCaption: the platforms list captions as files, and only of videos */}
        <audio src={file.url} controls preload="none" aria-label={name} />
      </div>
    );
  return (
    <video
      className={styles.media}
      src={file.url}
      {...(poster !== null && { poster })}
      controls
      playsInline
      preload="metadata"
      aria-label={name}
    />
  );
}

function PostHeading({ post }: { post: Post }) {
  const handle = handleOf(post);
  const platform = PLATFORMS.find(({ id }) => id === post.platform);
  const below = [handle === null ? null : postName(post), detailOf(post)].filter((part) => part !== null);
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
        <h2 dir="auto">{handle ?? postName(post)}</h2>
        {below.length > 0 && <p>{below.join(', ')}</p>}
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

function Captions({ post }: { post: Post }) {
  const rows = shownCaptions(post.captions ?? []);
  if (rows.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="captions">
      <h3 id="captions">{text(captionsList, 'heading')}</h3>
      <ul className={styles.list}>
        {rows.map(({ file, language, origin, size }) => (
          <FileRow
            key={file.url}
            file={file}
            name={text(previewPage, 'save')}
            label={language}
            legend={origin}
            size={size}
          />
        ))}
      </ul>
    </section>
  );
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className={styles.note}>
      {icon}
      <span>{children}</span>
    </p>
  );
}

/** Says where the files come from that the platform sends itself. */
const DirectNote = ({ post }: { post: Post }) => (
  <Note icon={<ExternalLink aria-hidden className="ic-s" />}>
    {text(downloadPanel, 'opensInTab', { platform: platformName(post) })}
  </Note>
);

/** Renders a post with one item: its media beside its qualities. The first quality is also the page's primary button. */
function SinglePost({ post, item }: { post: Post; item: PostItem }) {
  const [best] = item.qualities;
  const what = best === undefined ? '' : shortLabel(item.kind, best);
  const size = sizesOf(item.qualities)[0] ?? null;
  const saveLabel =
    size === null ? text(resultCard, 'downloadMany', { what }) : text(resultCard, 'download', { what, size });
  return (
    <>
      <div className={styles.stage}>
        <Media post={post} item={item} />
      </div>
      <div className={styles.info}>
        <PostHeading post={post} />
        <Caption caption={post.caption} />
        <section className={styles.part} aria-labelledby="qualities">
          <h3 id="qualities">{text(resultCard, 'quality')}</h3>
          <Qualities item={item} name={text(previewPage, 'save')} />
        </section>
        <Captions post={post} />
        {best !== undefined && (
          <div className={styles.download}>
            <ButtonLink look="primary" size="large" {...saveLink(best)}>
              <ArrowDownToLine aria-hidden className="ic" />
              {saveLabel}
            </ButtonLink>
            {best.direct === true ? (
              <DirectNote post={post} />
            ) : (
              <Note icon={<FileDown aria-hidden className="ic-s" />}>
                {SAVED_AS}
                <FileName name={best.filename} />
                {AFTER_NAME}
              </Note>
            )}
          </div>
        )}
      </div>
    </>
  );
}

const Caption = ({ caption }: { caption: string }) =>
  caption.trim() === '' ? null : (
    <p className={styles.caption} dir="auto">
      {cutCaption(caption)}
    </p>
  );

/** Renders a post with several items, each with its media and its qualities. */
function PostSet({ post }: { post: Post }) {
  const read = post.items.filter(({ kind }) => kind !== 'audio').length;
  return (
    <div className={styles.info}>
      <PostHeading post={post} />
      <Caption caption={post.caption} />
      {post.statedItems !== undefined && (
        <Note icon={<Info aria-hidden className="ic-s" />}>
          {text(resultCard, 'fewerItems', { read, stated: post.statedItems })}
        </Note>
      )}
      <Note icon={<Info aria-hidden className="ic-s" />}>{text(previewPage, 'separately')}</Note>
      {post.items.some(({ qualities }) => qualities.some(({ direct }) => direct === true)) && (
        <DirectNote post={post} />
      )}
      <ol className={styles.items}>
        {post.items.map((item, index) => {
          const name = text(previewPage, `item.${item.kind}`, { position: index + 1 });
          return (
            <li key={item.qualities[0]?.url ?? index} className={styles.item}>
              <div className={styles.small}>
                <Media post={post} item={item} />
              </div>
              <h3>{name}</h3>
              <Qualities item={item} name={text(previewPage, 'saveItem', { item: name })} />
            </li>
          );
        })}
      </ol>
      <Captions post={post} />
    </div>
  );
}

/** Renders a post for a page without scripts: every file is a link that saves it. */
export function PlainResult({ post }: { post: Post }) {
  const [item, ...others] = post.items;
  if (item === undefined) return null;
  const single = others.length === 0;
  return (
    <article className={classNames(styles.card, single && styles.single)} data-testid="result-card">
      {single ? <SinglePost post={post} item={item} /> : <PostSet post={post} />}
    </article>
  );
}
