import { POST_ITEMS_MAX } from '#shared/limits.ts';
import type { EngineOutcome, ExtractedItem } from '../../engine.ts';
import { findByKey, listOf, positiveOf, readJson, textOf, valueAt } from '../../json-value.ts';
import { failed, perhaps } from '../../verdict.ts';
import { type Attributes, scanHtml } from '../scan-html.ts';
import { cdnFile } from './cdn-file.ts';
import { photoRenditions } from './photo-renditions.ts';
import { readRefusal } from './post-page.ts';
import { progressiveRendition } from './video-renditions.ts';

const CONTEXT_KEY: ReadonlySet<string> = new Set(['contextJSON']);

/** What the visible part of an embed shows. */
interface Shown {
  broken: boolean;
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
  let context: string | null = null;
  const shown = readShown(html, (text) => {
    const found = findByKey(readJson(text), CONTEXT_KEY);
    for (const { value } of found) context ??= textOf(value);
  });
  if (context !== null) {
    const media = valueAt(readJson(context), 'gql_data', 'shortcode_media');
    if (valueAt(media, 'shortcode') === code) return postOfContext(media, code);
  }
  if (shown.broken) return perhaps('gone');
  return postOfPicture(shown, code);
}

function postOfContext(media: unknown, code: string): EngineOutcome {
  const edges = listOf(valueAt(media, 'edge_sidecar_to_children', 'edges'));
  const nodes =
    edges.length > 0 ? edges.slice(0, POST_ITEMS_MAX).map((edge) => valueAt(edge, 'node')) : [media];
  const items = nodes.flatMap(toItem);
  // A clip with licensed music has only its poster here; a set short of one clip would be a wrong answer, too.
  if (items.length < nodes.length) return perhaps('no_media');
  return {
    ok: true,
    post: {
      id: code,
      username: textOf(valueAt(media, 'owner', 'username')),
      caption: textOf(valueAt(media, 'edge_media_to_caption', 'edges', 0, 'node', 'text')) ?? '',
      thumbnail: cdnFile(valueAt(media, 'display_url')) ?? items[0]?.thumbnail ?? null,
      duration: items.length === 1 ? (items[0]?.duration ?? null) : null,
      items,
    },
  };
}

function toItem(node: unknown): ExtractedItem[] {
  const width = positiveOf(valueAt(node, 'dimensions', 'width'));
  const height = positiveOf(valueAt(node, 'dimensions', 'height'));
  const shared = { thumbnail: cdnFile(valueAt(node, 'display_url')), width, height };
  if (valueAt(node, 'is_video') === true) {
    const silent = valueAt(node, 'has_audio') === false;
    return progressiveRendition({ url: valueAt(node, 'video_url') }, silent).map((read) => ({
      kind: 'video',
      ...shared,
      duration: positiveOf(valueAt(node, 'video_duration')) ?? read.duration,
      renditions: [read.rendition],
    }));
  }
  const resources = listOf(valueAt(node, 'display_resources')).map((resource) => valueAt(resource, 'src'));
  const renditions = photoRenditions([valueAt(node, 'display_url'), ...resources], { width, height });
  return renditions.length > 0 ? [{ kind: 'photo', ...shared, duration: null, renditions }] : [];
}

/** A single photo comes without data: the picture in the page is all there is. */
function postOfPicture(shown: Shown, code: string): EngineOutcome {
  const isPhoto = shown.mediaType === null || shown.mediaType === 'GraphImage';
  const isAsked = shown.permalink === null || shown.permalink.split(/[/?]/).includes(code);
  const renditions = photoRenditions([shown.image], { width: null, height: null });
  if (shown.image === null || !isAsked || renditions.length === 0) return failed('page_unreadable');
  if (!isPhoto) return perhaps('no_media');
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
    },
  };
}

function readShown(html: string, onData: (text: string) => void): Shown {
  const shown: Shown = {
    broken: false,
    permalink: null,
    mediaType: null,
    image: null,
    username: '',
    caption: '',
  };
  /** Where the text met now belongs; one entry for every open element. */
  const targets: ('username' | 'caption' | null)[] = [];
  scanHtml(html, {
    script(_attributes, text) {
      if (text.includes('contextJSON')) onData(text);
    },
    open(name, attributes) {
      const classes = (attributes['class'] ?? '').split(/\s+/);
      noteElement(shown, name, classes, attributes);
      if (name === 'br' && targets.at(-1) === 'caption') shown.caption += '\n';
      targets.push(targetOf(classes, targets.at(-1) ?? null));
    },
    text(text) {
      const target = targets.at(-1);
      if (target === 'username' || target === 'caption') shown[target] += text;
    },
    close() {
      targets.pop();
    },
  });
  return shown;
}

function noteElement(shown: Shown, name: string, classes: readonly string[], attributes: Attributes): void {
  if (classes.includes('EmbedBrokenMedia')) shown.broken = true;
  if (classes.includes('Embed')) {
    shown.permalink ??= attributes['data-permalink'] ?? null;
    shown.mediaType ??= attributes['data-media-type'] ?? null;
  }
  if (name === 'img' && classes.includes('EmbeddedMediaImage')) shown.image ??= attributes['src'] ?? null;
}

function targetOf(classes: readonly string[], outer: 'username' | 'caption' | null) {
  if (classes.includes('CaptionUsername') || classes.includes('CaptionComments')) return null;
  if (classes.includes('Caption')) return 'caption';
  return classes.includes('Username') ? 'username' : outer;
}
