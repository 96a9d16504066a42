import { type EngineOutcome, failed } from '../failures.ts';
import { type ExtractedItem, NOTHING_STATED } from '../reading/extracted-post.ts';
import { textOf } from '../reading/json-value.ts';
import { type Attributes, scanHtml } from '../reading/scan-html.ts';
import { graphPost } from './graph-post.ts';
import { cdnFile, photoRenditions } from './instagram-renditions.ts';
import { readPostData } from './own-media.ts';
import { polarisPost } from './polaris-post.ts';
import { failureOfWallRoute, readMarks, readRefusal } from './refusal.ts';

/** Maximum length of a `srcset` attribute. */
const SRCSET_MAX_CHARACTERS = 32 * 1024;
/** Maximum length of an attribute other than `srcset`, and of a name or caption; a caption has at most 2,200 characters. */
const ATTRIBUTE_MAX_CHARACTERS = 2 * 1024;
const TEXT_MAX_CHARACTERS = 16 * 1024;

/** Properties of a post in the visible markup of an embed page. */
interface VisiblePost {
  permalink: string | null;
  mediaType: string | null;
  image: string | null;
  username: string;
  caption: string;
}

/**
 * Parses an embed page to a post or a failure. A page without the post proves nothing about the post, because its author can switch off
 * embedding.
 */
export async function readEmbedPage(html: string, code: string): Promise<EngineOutcome> {
  const refusal = readRefusal(html);
  if (refusal !== null) return refusal;
  const data = await readPostData(html, code);
  if (data.graphMedia !== undefined) return await graphPost(data.graphMedia, code);
  if (data.media !== undefined) return await polarisPost(data.media, code);
  if (data.namelessMedia !== undefined) return await graphPost(data.namelessMedia, code);
  const { isBroken, posts } = await readVisiblePosts(html);
  // Throttled embeds also show the "broken media" markup.
  if (isBroken) return failed('embed_broken');
  const shown =
    posts.find(({ permalink }) => namesPost(permalink, code)) ??
    posts.find(({ permalink, image }) => permalink === null && image !== null);
  if (shown !== undefined) return postOfPicture(shown, code);
  return failureOfWallRoute(data.routes) ?? (await readMarks(html)).wallFailure ?? failed('page_unreadable');
}

/** Returns whether a permalink has the code as a part of its path: `/p/CODE/?…`. */
function namesPost(permalink: string | null, code: string): boolean {
  const at = permalink?.indexOf(`/${code}`) ?? -1;
  return at >= 0 && /^(?:$|[/?])/.test(permalink?.slice(at + 1 + code.length) ?? '');
}

/** Creates a post from the picture in the markup, because the embed of a single photo contains no data; a failure for anything but a photo. */
function postOfPicture(shown: VisiblePost, code: string): EngineOutcome {
  const renditions = photoRenditions([shown.image], { width: null, height: null });
  if (shown.image === null || renditions.length === 0) return failed('page_unreadable');
  // Only the media type distinguishes a photo from the cover of a clip.
  if (shown.mediaType !== 'GraphImage')
    return shown.mediaType === 'GraphVideo' ? failed('clip_withheld') : failed('no_media');
  const thumbnail = cdnFile(shown.image);
  const item: ExtractedItem = {
    kind: 'photo',
    thumbnail,
    width: null,
    height: null,
    duration: null,
    renditions,
  };
  return {
    ok: true,
    post: {
      id: code,
      username: textOf(shown.username)?.trim() ?? null,
      caption: shown.caption.trim(),
      thumbnail,
      duration: null,
      items: [item],
      ...NOTHING_STATED,
      isPicturePost: true,
    },
  };
}

const emptyVisiblePost = (): VisiblePost => ({
  permalink: null,
  mediaType: null,
  image: null,
  username: '',
  caption: '',
});

/**
 * Reads the visible posts of an embed page: one for the markup before the first `Embed` element, and one for each `Embed` element,
 * because a page may also show other posts. `isBroken` is true if the page contains the "broken media" markup.
 */
async function readVisiblePosts(
  html: string,
): Promise<{ readonly isBroken: boolean; readonly posts: readonly VisiblePost[] }> {
  let isBroken = false;
  let shown = emptyVisiblePost();
  const posts = [shown];
  /** Field that receives the text of each open element; null for none. */
  const targets: ('username' | 'caption' | null)[] = [];
  await scanHtml(html, {
    open(name, attributes) {
      const classes = (attributes['class'] ?? '').slice(0, ATTRIBUTE_MAX_CHARACTERS).split(/\s+/);
      if (classes.includes('EmbedBrokenMedia')) isBroken = true;
      if (classes.includes('Embed')) {
        shown = emptyVisiblePost();
        posts.push(shown);
      }
      recordElement(shown, name, classes, attributes);
      if (name === 'br' && targets.at(-1) === 'caption') shown.caption += '\n';
      targets.push(targetOf(classes, targets.at(-1) ?? null, shown));
    },
    text(text) {
      const target = targets.at(-1) ?? null;
      if (target !== null && shown[target].length < TEXT_MAX_CHARACTERS)
        shown[target] += text.slice(0, TEXT_MAX_CHARACTERS);
    },
    close() {
      targets.pop();
    },
  });
  return { isBroken, posts };
}

function recordElement(
  shown: VisiblePost,
  name: string,
  classes: readonly string[],
  attributes: Attributes,
): void {
  if (classes.includes('Embed')) {
    shown.permalink ??= attributes['data-permalink']?.slice(0, ATTRIBUTE_MAX_CHARACTERS) ?? null;
    shown.mediaType ??= attributes['data-media-type'] ?? null;
  }
  // Avatars and the pictures of hover cards are different elements, and often larger.
  if (name === 'img' && classes.includes('EmbeddedMediaImage'))
    shown.image ??= largestOf(attributes['srcset'] ?? '') ?? attributes['src'] ?? null;
}

/**
 * Returns the URL of the widest picture in a `srcset`; null if there is no URL or the `srcset` is too long. A URL without a width counts as
 * the smallest.
 */
function largestOf(srcset: string): string | null {
  if (srcset.length > SRCSET_MAX_CHARACTERS) return null;
  let best: { readonly url: string; readonly size: number } | null = null;
  let url: string | null = null;
  const take = (size: number): void => {
    if (url !== null && (best === null || size > best.size)) best = { url, size };
    url = null;
  };
  for (const word of srcset.trim().split(/\s+/)) {
    const bare = word.endsWith(',') ? word.slice(0, -1) : word;
    if (url === null) url = bare === '' ? null : bare;
    else take(Number.parseFloat(bare) || 0);
    if (word.endsWith(',')) take(0);
  }
  take(0);
  return (best as { readonly url: string } | null)?.url ?? null;
}

function targetOf(
  classes: readonly string[],
  outerTarget: 'username' | 'caption' | null,
  { username }: VisiblePost,
) {
  if (classes.includes('CaptionUsername') || classes.includes('CaptionComments')) return null;
  if (classes.includes('Caption')) return 'caption';
  if (!classes.includes('Username')) return outerTarget;
  // A hover card repeats the name of the author.
  return username.trim() === '' ? 'username' : null;
}
