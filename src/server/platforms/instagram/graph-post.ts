import { POST_ITEMS_MAX } from '#shared/limits.ts';
import { type EngineFailure, type EngineOutcome, failed } from '../failures.ts';
import { type ExtractedItem, NOTHING_STATED } from '../reading/extracted-post.ts';
import {
  listOf,
  type Pieces,
  positiveOf,
  recordOf,
  runInTurns,
  shortListOf,
  textOf,
  valueAt,
} from '../reading/json-value.ts';
import { cdnFile, photoRenditions, progressiveRendition } from './instagram-renditions.ts';

/** Converts a media object of the older GraphQL format, which embed pages contain, to a post or a failure. */
export function graphPost(media: unknown, code: string): Promise<EngineOutcome> {
  return runInTurns(readPost(media, code));
}

function* readPost(media: unknown, code: string): Pieces<EngineOutcome> {
  const edges = listOf(valueAt(media, 'edge_sidecar_to_children', 'edges'));
  const isSet = edges.length > 0 || isSidecar(media);
  const nodes = isSet ? edges.slice(0, POST_ITEMS_MAX).map((edge) => valueAt(edge, 'node')) : [media];
  const items: ExtractedItem[] = [];
  for (const node of nodes) {
    items.push(...toItem(node));
    yield;
  }
  if (items.length === 0) return failureOfEmpty(media, isSet ? nodes : null);
  return {
    ok: true,
    post: {
      id: code,
      username: textOf(valueAt(media, 'owner', 'username')),
      caption: textOf(valueAt(media, 'edge_media_to_caption', 'edges', 0, 'node', 'text')) ?? '',
      thumbnail: cdnFile(valueAt(media, 'display_url')) ?? items[0]?.thumbnail ?? null,
      duration: items.length === 1 ? (items[0]?.duration ?? null) : null,
      items,
      // Shows that a set of which one item was withheld is not complete.
      ...NOTHING_STATED,
      authorPicture: cdnFile(valueAt(media, 'owner', 'profile_pic_url')),
      isPicturePost: isSet || saysPicture(media),
      statedItems: isSet ? edges.length : null,
    },
  };
}

/**
 * Returns the failure of a post without files; `nodes` are the items of a set, null for any other post. A clip with licensed music has only
 * a cover in this format. Media that are not withheld (`isWithheld`) mean that the layout has changed.
 */
function failureOfEmpty(media: unknown, nodes: readonly unknown[] | null): EngineFailure {
  const edges = valueAt(media, 'edge_sidecar_to_children', 'edges');
  const isUnknown =
    nodes === null
      ? !isWithheld(media)
      : !nodes.every(isWithheld) ||
        (isEdgeless(edges) && recordOf(valueAt(media, 'edge_sidecar_to_children')) !== null);
  const isClip = nodes === null && isVideo(media);
  if (!isUnknown) return isClip ? failed('clip_withheld') : failed('no_media');
  const changed = failed('layout_unknown');
  return isClip ? { ...changed, isClip: true } : changed;
}

const isEdgeless = (edges: unknown): boolean => edges !== null && !Array.isArray(edges);

/** Returns whether a media object states its address as null or as a text, or is a clip without an address. */
function isWithheld(node: unknown): boolean {
  const address = valueAt(node, isVideo(node) ? 'video_url' : 'display_url');
  return address === null || typeof address === 'string' || (address === undefined && isVideo(node));
}

/** Returns whether the data states that the post is a picture. A lone picture without that statement may be the cover of a clip. */
function saysPicture(media: unknown): boolean {
  return valueAt(media, 'is_video') === false || /image/i.test(textOf(valueAt(media, '__typename')) ?? '');
}

/** Returns whether a media object is a set, even if its items are withheld, so that the cover of the set is not mistaken for the post. */
function isSidecar(media: unknown): boolean {
  const isNamed = /sidecar/i.test(textOf(valueAt(media, '__typename')) ?? '');
  return isNamed || recordOf(valueAt(media, 'edge_sidecar_to_children')) !== null;
}

function toItem(node: unknown): ExtractedItem[] {
  const width = positiveOf(valueAt(node, 'dimensions', 'width'));
  const height = positiveOf(valueAt(node, 'dimensions', 'height'));
  const shared = { thumbnail: cdnFile(valueAt(node, 'display_url')), width, height };
  if (isVideo(node)) {
    const silent = valueAt(node, 'has_audio') === false;
    return progressiveRendition({ url: valueAt(node, 'video_url') }, silent).map((read) => ({
      kind: 'video',
      ...shared,
      duration: positiveOf(valueAt(node, 'video_duration')) ?? read.duration,
      renditions: [read.rendition],
    }));
  }
  const resources = shortListOf(valueAt(node, 'display_resources')).map((one) => valueAt(one, 'src'));
  const renditions = photoRenditions([valueAt(node, 'display_url'), ...resources], { width, height });
  return renditions.length > 0 ? [{ kind: 'photo', ...shared, duration: null, renditions }] : [];
}

/** Returns whether any property shows that a media object is a clip, so that the cover of the clip is not mistaken for a photo. */
function isVideo(node: unknown): boolean {
  const given = String(valueAt(node, 'is_video'));
  if (given === 'true' || textOf(valueAt(node, 'video_url')) !== null) return true;
  if (given === 'false') return false;
  const name = `${textOf(valueAt(node, '__typename')) ?? ''} ${textOf(valueAt(node, 'product_type')) ?? ''}`;
  return positiveOf(valueAt(node, 'video_duration')) !== null || /video|clips|igtv/i.test(name);
}
