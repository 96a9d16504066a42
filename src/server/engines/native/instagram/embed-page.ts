import type { EngineOutcome, ExtractedItem } from '../../engine.ts';
import { CLIP_WITHHELD, failed, nonTerminal, tentatively, withCause } from '../../engine-failure.ts';
import { textOf } from '../../json-value.ts';
import { type Attributes, scanHtml } from '../scan-html.ts';
import { cdnFile } from './cdn-file.ts';
import { graphPost } from './graph-post.ts';
import { readPostData } from './own-media.ts';
import { photoRenditions } from './photo-renditions.ts';
import { polarisPost } from './polaris-post.ts';
import { readRefusal } from './post-page.ts';
import { largestOf } from './srcset.ts';

/** What the visible part of an embed shows of one post. */
interface Shown {
  permalink: string | null;
  mediaType: string | null;
  image: string | null;
  username: string;
  caption: string;
}

/** Gives the post an embed page holds, or what it says instead. Nothing here is definite: embeds can be switched off. */
export function readEmbedPage(html: string, code: string): EngineOutcome {
  const refusal = readRefusal(html);
  if (refusal !== null) return refusal;
  const data = readPostData(html, code);
  if (data.graph !== undefined) return graphPost(data.graph, code);
  if (data.media !== undefined) return polarisPost(data.media, code);
  if (data.nameless !== undefined) return graphPost(data.nameless, code);
  const { broken, posts } = readShown(html);
  // Throttled embeds say "broken", too.
  if (broken) return withCause(tentatively('gone'), 'embed_broken');
  const shown =
    posts.find(({ permalink }) => permalink?.split(/[/?]/).includes(code)) ??
    posts.find(({ permalink, image }) => permalink === null && image !== null);
  return shown === undefined ? failed('page_unreadable') : postOfPicture(shown, code);
}

/** A single photo comes without data: the picture in the page is all there is. */
function postOfPicture(shown: Shown, code: string): EngineOutcome {
  const renditions = photoRenditions([shown.image], { width: null, height: null });
  if (shown.image === null || renditions.length === 0) return failed('page_unreadable');
  // Nothing but this name tells a photo from the poster of a clip.
  if (shown.mediaType !== 'GraphImage')
    return shown.mediaType === 'GraphVideo' ? CLIP_WITHHELD : nonTerminal('no_media');
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
      isPicturePost: true,
    },
  };
}

const emptyShown = (): Shown => ({
  permalink: null,
  mediaType: null,
  image: null,
  username: '',
  caption: '',
});

/** Gives what is shown, first in front of any frame and then from each frame on: a page may show other posts around the one. */
function readShown(html: string): { readonly broken: boolean; readonly posts: readonly Shown[] } {
  let broken = false;
  let shown = emptyShown();
  const posts = [shown];
  /** Where the text met now belongs; one entry for every open element. */
  const targets: ('username' | 'caption' | null)[] = [];
  scanHtml(html, {
    open(name, attributes) {
      const classes = (attributes['class'] ?? '').split(/\s+/);
      if (classes.includes('EmbedBrokenMedia')) broken = true;
      if (classes.includes('Embed')) {
        shown = emptyShown();
        posts.push(shown);
      }
      noteElement(shown, name, classes, attributes);
      if (name === 'br' && targets.at(-1) === 'caption') shown.caption += '\n';
      targets.push(targetOf(classes, targets.at(-1) ?? null, shown));
    },
    text(text) {
      const target = targets.at(-1);
      if (target === 'username' || target === 'caption') shown[target] += text;
    },
    close() {
      targets.pop();
    },
  });
  return { broken, posts };
}

function noteElement(shown: Shown, name: string, classes: readonly string[], attributes: Attributes): void {
  if (classes.includes('Embed')) {
    shown.permalink ??= attributes['data-permalink'] ?? null;
    shown.mediaType ??= attributes['data-media-type'] ?? null;
  }
  // Avatars and the pictures of a hover card are other elements, and often larger ones.
  if (name === 'img' && classes.includes('EmbeddedMediaImage'))
    shown.image ??= largestOf(attributes['srcset'] ?? '') ?? attributes['src'] ?? null;
}

function targetOf(classes: readonly string[], outer: 'username' | 'caption' | null, { username }: Shown) {
  if (classes.includes('CaptionUsername') || classes.includes('CaptionComments')) return null;
  if (classes.includes('Caption')) return 'caption';
  if (!classes.includes('Username')) return outer;
  // A hover card names the owner again.
  return username.trim() === '' ? 'username' : null;
}
