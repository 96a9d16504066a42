import { recordOf, textOf, valueAt } from '../../extraction/json-value.ts';
import { type JsonNode, walkEmbeddedJson } from '../../extraction/walk-json.ts';
import { pkOf } from './shortcode.ts';

const GATE = 'if_not_gated_logged_out';
const RULING = 'get_ruling_for_content';
/** End of the key that holds a media object in the older GraphQL format. */
const GRAPH_MEDIA_KEY = 'shortcode_media';
const WORDS = ['xig_polaris_media', GATE, GRAPH_MEDIA_KEY, 'canonicalRouteName', 'tracePolicy', RULING];
/** Fields of media objects; an object without any of them only describes a link to a post. Each field scores higher than all before it. */
const MEDIA_FIELDS = ['image_versions2', 'video_dash_manifest', 'video_versions', 'carousel_media'];
/** Fields of media objects in the older GraphQL format, scored like MEDIA_FIELDS. */
const GRAPH_FIELDS = ['display_url', 'display_resources', 'video_url', 'edge_sidecar_to_children'];

/** Data of the requested post in a page. */
export interface PostData {
  /** Media object of the post; undefined if the page contains none. */
  readonly media: unknown;
  /** Media object of the post in the older GraphQL format of embed pages; undefined if the page contains none. */
  readonly graph: unknown;
  /** Media object in the older format without a post code. Only an embed page, which shows a single post, may use it. */
  readonly nameless: unknown;
  /** Whether the page hides the post from visitors without an account. */
  readonly closed: boolean;
  /** Names of the routes that the page was rendered for. */
  readonly routes: readonly string[];
}

type CandidateKind = 'gated' | 'loose' | 'graph' | 'nameless';

/** Object of the requested post, with a score for the media it contains; 0 for none. */
interface Candidate {
  readonly value: unknown;
  readonly score: number;
}

/**
 * Reads the data of the post with this code from a post page or an embed page. Such a page also contains other posts, and shortened
 * copies of the same post: a square picture in a timeline, or the caption for the page title. An object under the key
 * `if_not_gated_logged_out` takes precedence unless it has no media; among several objects, the one with the highest score does.
 * Elements of lists are ignored.
 */
export function readPostData(html: string, code: string): PostData {
  const routes: string[] = [];
  const best: Partial<Record<CandidateKind, Candidate>> = {};
  let closed = false;
  walkEmbeddedJson(html, [...WORDS, code, pkOf(code)], (node) => {
    if (isPrivateSign(node) || isGatedPost(node, code)) closed = true;
    if (node.key === 'canonicalRouteName' && typeof node.value === 'string') routes.push(node.value);
    const place = candidateKindOf(node, code);
    if (place === null) return;
    const score = scoreOf(node.value, place === 'gated' || place === 'loose' ? MEDIA_FIELDS : GRAPH_FIELDS);
    if (score > (best[place]?.score ?? -1)) best[place] = { value: node.value, score };
  });
  const media = best.gated?.score === 0 ? (best.loose ?? best.gated) : (best.gated ?? best.loose);
  return { media: media?.value, graph: best.graph?.value, nameless: best.nameless?.value, closed, routes };
}

const scoreOf = (value: unknown, keys: readonly string[]): number =>
  keys.reduce((score, key, index) => score + (isFilled(valueAt(value, key)) ? 2 ** index : 0), 0);

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';

/** Classifies a value as a kind of media object of the requested post; null for every other value. */
function candidateKindOf(node: JsonNode, code: string): CandidateKind | null {
  const { key, value, parent, listed } = node;
  if (listed) return null;
  if (key === GATE) return isOwn(value, code) || isNamed(value, parent, code) ? 'gated' : null;
  if (hasOneOf(value, MEDIA_FIELDS)) return isOwn(value, code) ? 'loose' : null;
  if (!hasOneOf(value, GRAPH_FIELDS)) return null;
  if (isOwn(value, code)) return 'graph';
  return isNameless(node) ? 'nameless' : null;
}

function hasOneOf(value: unknown, keys: readonly string[]): boolean {
  const record = recordOf(value);
  return record !== null && keys.some((key) => Object.hasOwn(record, key));
}

const isNameless = ({ key, value }: JsonNode): boolean =>
  key?.endsWith(GRAPH_MEDIA_KEY) === true && (valueAt(value, 'shortcode') ?? null) === null;

/** Returns whether an object belongs to the post with this code, by its own code or, if it has none, by its numeric id. */
function isOwn(value: unknown, code: string): boolean {
  const media = recordOf(value);
  if (media === null) return false;
  const name = media['code'] ?? media['shortcode'] ?? null;
  if (name !== null) return name === code;
  const pk = media['pk'] ?? media['id'];
  // JSON.parse rounds a number of nineteen digits.
  if (typeof pk === 'number') return pk === Number(pkOf(code));
  return typeof pk === 'string' && /\d{1,24}/.exec(pk)?.[0] === pkOf(code);
}

/** Returns whether an object without a code is inside an object with the code of the post. */
const isNamed = (value: unknown, parent: unknown, code: string): boolean =>
  recordOf(value) !== null && (valueAt(value, 'code') ?? null) === null && valueAt(parent, 'code') === code;

/** Returns whether the node states that the post is hidden from visitors without an account. */
function isGatedPost({ key, value, parent, listed }: JsonNode, code: string): boolean {
  if (key !== GATE || value !== null || listed) return false;
  return (valueAt(parent, 'code') ?? code) === code;
}

function isPrivateSign({ key, value }: JsonNode): boolean {
  if (key === 'tracePolicy') return value === 'polaris.privatePostPage';
  if (key === null || !key.startsWith(RULING)) return false;
  return textOf(valueAt(value, 'title')) !== null || textOf(valueAt(value, 'description')) !== null;
}
