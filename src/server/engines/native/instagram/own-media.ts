import { recordOf, textOf, valueAt } from '../../json-value.ts';
import { type JsonNode, walkEmbeddedJson } from '../walk-json.ts';
import { pkOf } from './shortcode.ts';

const GATE = 'if_not_gated_logged_out';
const RULING = 'get_ruling_for_content';
const GRAPH = 'shortcode_media';
const WORDS = ['xig_polaris_media', GATE, GRAPH, 'canonicalRouteName', 'tracePolicy', RULING];
/** An object without one of these describes a link to a post, not its media. Each says more than all before it. */
const MEDIA_KEYS = ['image_versions2', 'video_dash_manifest', 'video_versions', 'carousel_media'];
/** The same of an object of the older shape. */
const GRAPH_KEYS = ['display_url', 'display_resources', 'video_url', 'edge_sidecar_to_children'];

/** What a page's data says of the post with a certain code. */
export interface PostData {
  /** The post's own media object; undefined where the page holds none. */
  readonly media: unknown;
  /** The same in the older shape, as embed pages hold it. */
  readonly graph: unknown;
  /** An object of the older shape that names no post; only an embed page is of one post and no other. */
  readonly nameless: unknown;
  /** Whether the page shows the post to nobody who is logged out. */
  readonly closed: boolean;
  /** Names of the routes the page was built for. */
  readonly routes: readonly string[];
}

type Place = 'gated' | 'loose' | 'graph' | 'nameless';

/** An object that is the post's own, and how much media it holds; 0 for none. */
interface Own {
  readonly value: unknown;
  readonly worth: number;
}

/**
 * Reads the data of a post page or an embed page. It also holds other posts, and shortened copies of this one under the same code:
 * a square picture in a timeline, the caption for the page's title. What stands behind the page's own gate wins, of several objects
 * the one with the most media; an element of a list never counts.
 */
export function readPostData(html: string, code: string): PostData {
  const routes: string[] = [];
  const met: Partial<Record<Place, Own>> = {};
  let closed = false;
  walkEmbeddedJson(html, [...WORDS, code, pkOf(code)], (node) => {
    if (isPrivateSign(node) || isShutGate(node, code)) closed = true;
    if (node.key === 'canonicalRouteName' && typeof node.value === 'string') routes.push(node.value);
    const place = placeOf(node, code);
    if (place === null) return;
    const worth = worthOf(node.value, place === 'gated' || place === 'loose' ? MEDIA_KEYS : GRAPH_KEYS);
    if (worth > (met[place]?.worth ?? -1)) met[place] = { value: node.value, worth };
  });
  const media = met.gated?.worth === 0 ? (met.loose ?? met.gated) : (met.gated ?? met.loose);
  return { media: media?.value, graph: met.graph?.value, nameless: met.nameless?.value, closed, routes };
}

const worthOf = (value: unknown, keys: readonly string[]): number =>
  keys.reduce((worth, key, index) => worth + (isFilled(valueAt(value, key)) ? 2 ** index : 0), 0);

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';

/** Tells as what a value counts as the post's own object; null for every other. */
function placeOf(node: JsonNode, code: string): Place | null {
  const { key, value, parent, listed } = node;
  if (listed) return null;
  if (key === GATE) return isOwn(value, code) || isNamed(value, parent, code) ? 'gated' : null;
  if (hasOneOf(value, MEDIA_KEYS)) return isOwn(value, code) ? 'loose' : null;
  if (!hasOneOf(value, GRAPH_KEYS)) return null;
  if (isOwn(value, code)) return 'graph';
  return isNameless(node) ? 'nameless' : null;
}

function hasOneOf(value: unknown, keys: readonly string[]): boolean {
  const record = recordOf(value);
  return record !== null && keys.some((key) => Object.hasOwn(record, key));
}

const isNameless = ({ key, value }: JsonNode): boolean =>
  key?.endsWith(GRAPH) === true && (valueAt(value, 'shortcode') ?? null) === null;

/** Tells whether an object is of the post with this code: by its own code, where it has none by its number. */
function isOwn(value: unknown, code: string): boolean {
  const media = recordOf(value);
  if (media === null) return false;
  const name = media['code'] ?? media['shortcode'] ?? null;
  if (name !== null) return name === code;
  const pk = media['pk'] ?? media['id'];
  // JSON rounds a number of nineteen digits.
  if (typeof pk === 'number') return pk === Number(pkOf(code));
  return typeof pk === 'string' && /\d{1,24}/.exec(pk)?.[0] === pkOf(code);
}

/** Tells whether an object without a code stands in one that names the post. */
const isNamed = (value: unknown, parent: unknown, code: string): boolean =>
  recordOf(value) !== null && (valueAt(value, 'code') ?? null) === null && valueAt(parent, 'code') === code;

/** Tells a post that is shown to nobody who is logged out. */
function isShutGate({ key, value, parent, listed }: JsonNode, code: string): boolean {
  if (key !== GATE || value !== null || listed) return false;
  return (valueAt(parent, 'code') ?? code) === code;
}

function isPrivateSign({ key, value }: JsonNode): boolean {
  if (key === 'tracePolicy') return value === 'polaris.privatePostPage';
  if (key === null || !key.startsWith(RULING)) return false;
  return textOf(valueAt(value, 'title')) !== null || textOf(valueAt(value, 'description')) !== null;
}
