import { extrasList } from '#messages/extras-list.ts';
import type { Post, PostItem, Quality } from '#shared/contract/preview.ts';
import { formatSize } from '#shared/format/bytes.ts';
import { formatDuration } from '#shared/format/duration.ts';
import { mediaFilename } from '#shared/format/filename.ts';
import { ESTIMATED_SIZE_BYTES } from '#shared/format/size-estimate.ts';
import { text } from '#shared/messages/text.ts';
import type { OfferedFile } from '../../workbench/offers.ts';
import { handleOf, postDetail, postName } from './describe-post.ts';
import { chosenFiles, type Selection } from './selection.ts';

/** A file beside those of the post: the cover of an item, or the details of the post. */
export interface ExtraFile extends OfferedFile {
  readonly quality: 'cover' | 'txt' | 'json';
}

/** An item with the file in which it is saved. */
type SavedItem = readonly [item: PostItem, file: Quality | undefined];

const linkOf = ({ platform, url }: Post): string | null => (platform === 'sample' ? null : url);

const sizeOf = ([{ width, height }, file]: SavedItem) => ({
  width: file?.width ?? width,
  height: file?.height ?? height,
});

function itemLine(saved: SavedItem): string {
  const [{ duration }, file] = saved;
  const { width, height } = sizeOf(saved);
  const facts = [
    file?.filename,
    width && height && text(extrasList, 'pixels', { width, height }),
    duration > 0 && formatDuration(duration),
    file?.sizeKnown && formatSize(file),
  ];
  return facts.filter(Boolean).join(', ');
}

function detailsText(post: Post, items: readonly SavedItem[], date: string): string {
  const head = [
    [handleOf(post), postName(post)].filter(Boolean).join(', '),
    linkOf(post),
    postDetail(post),
    text(extrasList, 'savedOn', { date }),
  ];
  const parts = [head.filter(Boolean).join('\n'), post.caption.trim(), items.map(itemLine).join('\n')];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Returns the details for programs. What the page does not know is null. Sizes are in bytes, durations in seconds. */
function detailsJson(post: Post, items: readonly SavedItem[], savedOn: string): string {
  const { platform, type, id, caption, statedItems } = post;
  const media = items.map((saved) => {
    const [{ kind, duration }, file] = saved;
    return {
      kind,
      filename: file?.filename,
      type: file?.mime,
      quality: file?.label,
      ...sizeOf(saved),
      duration: duration || null,
      size: file?.sizeKnown ? file.size : null,
    };
  });
  const author = handleOf(post) && post.username;
  const facts = { platform, type, id, url: linkOf(post), author, caption, savedOn };
  return `${JSON.stringify({ ...facts, items: statedItems ?? media.length, media }, null, 2)}\n`;
}

const named = (
  { platform, id, username }: Post,
  template: string,
  kind: string,
  extension: string,
  position: number | null = null,
): string => mediaFilename(template, { platform, id, username, kind, extension, position, date: new Date() });

const plain = { videoAvailable: false, audioAvailable: false } as const;

/** Returns the cover of the clip or sound at `index` as a file; null for a picture and without a cover. */
export function coverFile(post: Post, index: number, template: string): ExtraFile | null {
  const { kind = 'photo', thumbnail = null } = post.items[index] ?? {};
  const url = thumbnail ?? post.thumbnail;
  if (kind === 'photo' || url === null) return null;
  return {
    ...plain,
    label: text(extrasList, 'cover'),
    quality: 'cover',
    mime: 'image/jpeg',
    // A guess, which the type of the received bytes corrects.
    extension: 'jpg',
    filename: named(post, template, 'cover', 'jpg', post.items.length > 1 ? index + 1 : null),
    size: ESTIMATED_SIZE_BYTES,
    sizeKnown: false,
    sizeGuessed: true,
    url,
  };
}

/** Returns the details of the post, which the page writes itself: as text, and as JSON. They contain the post's link, but no media link. */
export function detailsFiles(
  post: Post,
  selection: Selection,
  template: string,
): readonly [txt: ExtraFile, json: ExtraFile] {
  const savedOn = new Date().toISOString().slice(0, 10);
  const files = chosenFiles(post, { ...selection, picked: post.items.map(() => true) });
  const items = post.items.map((item, index) => [item, files[index]] as const);
  const create = (extension: 'txt' | 'json', mime: string, words: string): ExtraFile => {
    const content = new Blob([words], { type: mime });
    return {
      ...plain,
      label: text(extrasList, extension),
      quality: extension,
      mime,
      extension,
      filename: named(post, template, 'details', extension),
      size: content.size,
      sizeKnown: true,
      url: '',
      content,
    };
  };
  return [
    create('txt', 'text/plain', detailsText(post, items, savedOn)),
    create('json', 'application/json', detailsJson(post, items, savedOn)),
  ];
}
