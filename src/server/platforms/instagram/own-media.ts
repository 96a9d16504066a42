import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { type EngineFailure, failed } from '../failures.ts';
import { type JsonNode, walkEmbeddedJson } from '../reading/embedded-json.ts';
import { type JsonRecord, recordOf, textOf, valueAt } from '../reading/json-value.ts';
import { candidatesOf, hasWholePicture } from './instagram-renditions.ts';
import { isPicture } from './polaris-post.ts';
import { failureOfRuling, GATED } from './refusal.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Code of a post, and whether its link was created for the author's followers. Such a link may lead to a public post. */
export type Shortcode = Pick<ParsedLink, 'id' | 'forFollowers'>;

/** Converts a shortcode, a number in base 64, to the decimal id that pages use. */
export const pkOf = (code: string): string =>
  [...code].reduce((sum, letter) => sum * 64n + BigInt(Math.max(0, ALPHABET.indexOf(letter))), 0n).toString();

const GATE = 'if_not_gated_logged_out';
const GATE_RULING = 'gating_ruling';
const RULING = 'get_ruling_for_content';
/** End of the keys whose values are media objects in the older GraphQL format. */
const GRAPH_MEDIA_KEY = 'shortcode_media';
const WORDS = ['xig_polaris_media', GATE, GRAPH_MEDIA_KEY, 'canonicalRouteName', 'tracePolicy', RULING];
/** Fields of media objects; an object without any of them only links to a post. Each field scores more than all earlier ones together. */
const MEDIA_FIELDS = ['image_versions2', 'video_dash_manifest', 'video_versions', 'carousel_media'];
/** Fields of media objects in the older GraphQL format, scored like MEDIA_FIELDS. */
const GRAPH_FIELDS = ['display_url', 'display_resources', 'video_url', 'edge_sidecar_to_children'];

/** Properties that show that an object is a media object, even if its media fields have unknown names. */
const KIND_FIELDS = ['media_type', 'product_type', 'is_video'];
const KIND_NAME = /(?:video|image|carousel|photo)media|^Graph(?:Video|Image|Sidecar)/i;

/** Data of the requested post in a page. */
export interface PostData {
  /** Media object of the post with at least one media field that is not empty; undefined if the page has none. */
  readonly media: unknown;
  /** Media object of the post in the older GraphQL format of embed pages; undefined if the page has none. */
  readonly graphMedia: unknown;
  /** Media object in the older format without a post code; undefined if there is none. Only in an embed page does it belong to the post. */
  readonly namelessMedia: unknown;
  /** Failure of a page that withholds the post from visitors without an account; null for any other page. */
  readonly withheldFailure: EngineFailure | null;
  /** Object of the post with or without media; undefined if the page has none. A post in an unknown layout has only this object. */
  readonly postObject: unknown;
  /** Names of the routes that the page was rendered for. */
  readonly routes: readonly string[];
}

type CandidateKind = 'gated' | 'loose' | 'graph' | 'nameless' | 'listed' | 'listed graph' | 'bare';

/** Requested post: its code, and that code as a decimal number (`pk`). */
interface OwnPost {
  readonly code: string;
  readonly pk: string;
}

const PRIVATE_PAGE = failed('private_post');

/** Object of the requested post. The score is the sum of the weights of its media fields (MEDIA_FIELDS, GRAPH_FIELDS); 0 without any. */
interface Candidate {
  readonly value: unknown;
  readonly score: number;
}

/**
 * Reads the data of the post with this code from a post page or an embed page. Such a page also contains other posts, and shortened
 * copies of the same post: a square picture in a timeline, or the caption for the page title. An object under the key
 * `if_not_gated_logged_out` takes precedence unless it has no media; among several objects, the one with the highest score does. An
 * element of a list counts only if it has the code of the post and whole media, and if no other object has media.
 */
export async function readPostData(html: string, code: string): Promise<PostData> {
  const own: OwnPost = { code, pk: pkOf(code) };
  const routes: string[] = [];
  const best: Partial<Record<CandidateKind, Candidate>> = {};
  let closed: EngineFailure | null = null;
  await walkEmbeddedJson(html, [...WORDS, code, own.pk], (given) => {
    const film = filmForSearch(given.value, code);
    const node = film === null ? given : { ...given, value: film };
    const failure = failureOfSign(node, code);
    if (failure !== null && (closed === null || closed === GATED)) closed = failure;
    if (node.key === 'canonicalRouteName' && typeof node.value === 'string') routes.push(node.value);
    const kind = candidateKindOf(node, own);
    if (kind === null) return;
    const score = scoreOf(node.value, GRAPH_KINDS.has(kind) ? GRAPH_FIELDS : MEDIA_FIELDS);
    if (score > (best[kind]?.score ?? -1)) best[kind] = { value: node.value, score };
  });
  const { gated, loose, graph, listed, 'listed graph': listedGraph } = best;
  const isListed = (graph?.score ?? 0) === 0 && listed !== undefined && isWhole(listed);
  // A page for search engines has the film of a clip beside shortened copies with its cover.
  const isCover = loose?.score === 1 && (graph?.score ?? 0) >= 4;
  const media = filled(gated) ?? (isCover ? undefined : filled(loose)) ?? (isListed ? listed : undefined);
  const isListedGraph = listedGraph !== undefined && isWholeGraph(listedGraph);
  return {
    media: media?.value,
    graphMedia: (graph ?? (isListedGraph ? listedGraph : undefined))?.value,
    namelessMedia: best.nameless?.value,
    withheldFailure: closed,
    postObject: (gated ?? loose ?? best.bare)?.value,
    routes,
  };
}

const GRAPH_KINDS: ReadonlySet<CandidateKind> = new Set(['graph', 'nameless', 'listed graph']);

const filled = (candidate: Candidate | undefined): Candidate | undefined =>
  (candidate?.score ?? 0) > 0 ? candidate : undefined;

/** Returns whether an element of a list has the media of the post, and not only a square picture or the cover of a clip. */
const isWhole = ({ value, score }: Candidate): boolean =>
  score > 1 || (score === 1 && isPicture(value) && hasWholePicture(candidatesOf(value)));

const isWholeGraph = ({ value, score }: Candidate): boolean =>
  score >= 4 || (valueAt(value, 'is_video') === false && hasWholePicture([valueAt(value, 'display_url')]));

const scoreOf = (value: unknown, keys: readonly string[]): number =>
  keys.reduce((score, key, index) => score + (isFilled(valueAt(value, key)) ? 2 ** index : 0), 0);

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';

/** Converts a clip that a page describes for search engines (schema.org) to the older GraphQL format; null for another value or post. */
function filmForSearch(value: unknown, code: string): JsonRecord | null {
  const film = valueAt(value, 'contentUrl');
  if (film === undefined) return null;
  const names = [valueAt(value, 'embedUrl'), valueAt(value, 'url')].map(textOf);
  if (!names.some((name) => name?.split('/').includes(code))) return null;
  return {
    shortcode: code,
    is_video: true,
    video_url: film,
    display_url: valueAt(value, 'thumbnailUrl'),
    owner: { username: textOf(valueAt(value, 'author', 'alternateName'))?.replace(/^@/, '') },
    edge_media_to_caption: { edges: [{ node: { text: valueAt(value, 'description') } }] },
  };
}

/** Classifies a value as a kind of media object of the requested post; null for every other value. */
function candidateKindOf(node: JsonNode, own: OwnPost): CandidateKind | null {
  const { key, value, parent, isListed, isInSet } = node;
  if (isListed && (isInSet || nameOf(value) !== own.code)) return null;
  const isMedia = hasOneOf(value, MEDIA_FIELDS);
  const isGraph = !isMedia && hasOneOf(value, GRAPH_FIELDS);
  if (!isOwn(value, own) && !(key === GATE && isNamed(value, parent, own.code)))
    return isGraph && isNameless(node) ? 'nameless' : null;
  if (isGraph) return isListed ? 'listed graph' : 'graph';
  if (isListed) return isMedia ? 'listed' : null;
  if (key === GATE) return 'gated';
  return isMedia ? 'loose' : bareKindOf(value);
}

/**
 * Returns 'bare' for an object that states what kind of post it is; null for an object that only names a post (a route, a link) or contains
 * another object of the post.
 */
function bareKindOf(value: unknown): 'bare' | null {
  if (hasOneOf(value, [GATE, GATE_RULING])) return null;
  const isKnown = hasOneOf(value, KIND_FIELDS) || KIND_NAME.test(textOf(valueAt(value, '__typename')) ?? '');
  return isKnown ? 'bare' : null;
}

function hasOneOf(value: unknown, keys: readonly string[]): boolean {
  const record = recordOf(value);
  return record !== null && keys.some((key) => Object.hasOwn(record, key));
}

const isNameless = ({ key, value }: JsonNode): boolean =>
  key?.endsWith(GRAPH_MEDIA_KEY) === true && (valueAt(value, 'shortcode') ?? null) === null;

/** Returns the code by which an object names its post; null if it has none. */
const nameOf = (value: unknown): unknown => valueAt(value, 'code') ?? valueAt(value, 'shortcode') ?? null;

/** Returns whether an object belongs to the post, which its code shows or, without a code, its numeric id. */
function isOwn(value: unknown, { code, pk }: OwnPost): boolean {
  const media = recordOf(value);
  if (media === null) return false;
  const name = nameOf(media);
  if (name !== null) return name === code;
  const id = media['pk'] ?? media['id'];
  // JSON.parse rounds a number of nineteen digits.
  if (typeof id === 'number') return id === Number(pk);
  return typeof id === 'string' && /\d{1,24}/.exec(id)?.[0] === pk;
}

/** Returns whether an object without a code is inside an object with the code of the post. */
const isNamed = (value: unknown, parent: unknown, code: string): boolean =>
  recordOf(value) !== null && (valueAt(value, 'code') ?? null) === null && valueAt(parent, 'code') === code;

/** Returns the failure of a node that states that the post is withheld from visitors without an account; null for any other node. */
function failureOfSign({ key, value, parent, isListed }: JsonNode, code: string): EngineFailure | null {
  if (key === null || isListed) return null;
  if (key === 'tracePolicy') return value === 'polaris.privatePostPage' ? PRIVATE_PAGE : null;
  if (key.startsWith(RULING)) return failureOfRuling(value);
  if (key !== GATE && key !== GATE_RULING) return null;
  if ((valueAt(parent, 'code') ?? code) !== code) return null;
  if (key === GATE_RULING) return failureOfRuling(value);
  return value === null ? GATED : null;
}
