import { extrasList } from '#messages/extras-list.ts';
import type { Post } from '#shared/contract/preview.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { formatDuration } from '#shared/format/duration.ts';
import { mediaFilename } from '#shared/format/filename.ts';
import { mimeByExtension } from '#shared/format/mime.ts';
import { ESTIMATED_SIZE_BYTES } from '#shared/format/size-estimate.ts';
import { text } from '#shared/messages/text.ts';
import type { OfferedFile } from '../../workbench/offers.ts';
import { handleOf, postDetail, postName } from './describe-post.ts';
import { chosenFiles, type Selection } from './selection.ts';

/** A file beside those of the post: the cover of an item, the picture of the author, or the details of the post. */
export interface ExtraFile extends OfferedFile {
  readonly quality: 'cover' | 'author' | 'txt' | 'json';
}

/** Returns what the page knows of a post, without media links. Unknown values are null; sizes are in bytes, durations in seconds. */
function factsOf(post: Post, selection: Selection) {
  const { platform, type, id, caption, statedItems, items, url } = post;
  const files = chosenFiles(post, { ...selection, picked: items.map(() => true) });
  return {
    platform,
    type,
    id,
    url: platform === 'sample' ? null : url,
    author: handleOf(post) && post.username,
    caption,
    savedOn: new Date().toISOString().slice(0, 10),
    items: statedItems ?? items.length,
    media: items.map(({ kind, duration, width, height }, index) => {
      const file = files[index];
      return {
        kind,
        filename: file?.filename,
        type: file?.mime,
        quality: file?.label,
        width: file?.width ?? width,
        height: file?.height ?? height,
        duration: duration || null,
        size: file?.sizeKnown ? file.size : null,
      };
    }),
  };
}

function textOf(post: Post, { url, savedOn, media }: ReturnType<typeof factsOf>): string {
  const name = [handleOf(post), postName(post)].filter(Boolean).join(', ');
  const head = [name, url, postDetail(post), text(extrasList, 'savedOn', { date: savedOn })];
  const files = media.map(({ filename, width, height, duration, size }) => {
    const pixels = width && height && text(extrasList, 'pixels', { width, height });
    const facts = [filename, pixels, duration && formatDuration(duration), size && formatBytes(size)];
    return facts.filter(Boolean).join(', ');
  });
  const parts = [head.filter(Boolean).join('\n'), post.caption.trim(), files.join('\n')];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

type Own = Pick<ExtraFile, 'quality' | 'extension' | 'size' | 'sizeKnown' | 'url' | 'content'>;

function extraFile(post: Post, template: string, kind: string, own: Own, position?: number): ExtraFile {
  const { platform, id, username } = post;
  const parts = { platform, id, username, kind, extension: own.extension, date: new Date() };
  return {
    ...own,
    label: text(extrasList, own.quality),
    mime: own.content?.type ?? mimeByExtension(own.extension),
    videoAvailable: false,
    audioAvailable: false,
    filename: mediaFilename(template, { ...parts, position: position ?? null }),
  };
}

// The extension is a guess, which the type of the received bytes corrects.
const PICTURE = { extension: 'jpg', size: ESTIMATED_SIZE_BYTES, sizeKnown: false } as const;

/** Returns the cover of the clip or sound at `index` as a file; null for a picture and without a cover. */
export function coverFile(post: Post, index: number, template: string): ExtraFile | null {
  const { kind = 'photo', thumbnail = null } = post.items[index] ?? {};
  const url = thumbnail ?? post.thumbnail;
  if (kind === 'photo' || url === null) return null;
  const position = post.items.length > 1 ? index + 1 : undefined;
  return extraFile(post, template, 'cover', { quality: 'cover', ...PICTURE, url }, position);
}

/** Returns the picture of the author's profile as a file; null if it is unknown. */
export function authorFile(post: Post, template: string): ExtraFile | null {
  const { authorPicture: url } = post;
  return url === undefined
    ? null
    : extraFile(post, template, 'author', { quality: 'author', ...PICTURE, url });
}

/** Returns the details of the post, which the page writes itself: as text, and as JSON. They contain the post's link, but no media link. */
export function detailsFiles(post: Post, selection: Selection, template: string): readonly ExtraFile[] {
  const facts = factsOf(post, selection);
  const create = (extension: 'txt' | 'json', type: string, words: string): ExtraFile => {
    const content = new Blob([words], { type });
    const own = { quality: extension, extension, size: content.size, sizeKnown: true, url: '', content };
    return extraFile(post, template, 'details', own);
  };
  return [
    create('txt', 'text/plain', textOf(post, facts)),
    create('json', 'application/json', `${JSON.stringify(facts, null, 2)}\n`),
  ];
}
