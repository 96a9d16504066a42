import { recordOf, textOf, valueAt } from '../../json-value.ts';
import { type JsonNode, walkEmbeddedJson } from '../walk-json.ts';
import { pkOf } from './shortcode.ts';

const GATE = 'if_not_gated_logged_out';
const RULING = 'get_ruling_for_content';
const GRAPH = 'shortcode_media';
const WORDS = ['xig_polaris_media', GATE, GRAPH, 'canonicalRouteName', 'tracePolicy', RULING];
/** An object without one of these describes a link to a post, not its media. */
const MEDIA_KEYS = ['video_versions', 'image_versions2', 'carousel_media', 'video_dash_manifest'];

/** The same of an object of the older shape. */
const GRAPH_KEYS = ['video_url', 'display_url', 'display_resources', 'edge_sidecar_to_children'];

/** What a page's data says of the post with a certain code. */
export interface PostData {
  /** The post's own media object; undefined where the page holds none. */
  readonly media: unknown;
  /** The same in the older shape, as embed pages hold it. */
  readonly graph: unknown;
  /** Whether the page shows the post to nobody who is logged out. */
  readonly closed: boolean;
  /** Names of the routes the page was built for. */
  readonly routes: readonly string[];
}

/**
 * Reads the data of a post page or an embed page. It also holds other posts, and a timeline may hold a shortened copy of this one
 * under the same code: what stands behind the page's own gate wins, an element of a list never does.
 */
export function readPostData(html: string, code: string): PostData {
  const routes: string[] = [];
  const met: { gated?: unknown; loose?: unknown; graph?: unknown } = {};
  let closed = false;
  walkEmbeddedJson(html, [...WORDS, code], (node) => {
    if (isPrivateSign(node) || isShutGate(node, code)) closed = true;
    if (node.key === 'canonicalRouteName' && typeof node.value === 'string') routes.push(node.value);
    const place = placeOf(node, code);
    if (place !== null) met[place] ??= node.value;
  });
  return { media: met.gated ?? met.loose, graph: met.graph, closed, routes };
}

/** Tells as what a value counts as the post's own object; null for every other. */
function placeOf(node: JsonNode, code: string): 'gated' | 'loose' | 'graph' | null {
  const { key, value, parent, listed } = node;
  if (listed) return null;
  if (key === GATE) return isOwn(value, code) || isNamed(value, parent, code) ? 'gated' : null;
  if (hasOneOf(value, MEDIA_KEYS)) return isOwn(value, code) ? 'loose' : null;
  return hasOneOf(value, GRAPH_KEYS) && (isOwn(value, code) || isNameless(node)) ? 'graph' : null;
}

function hasOneOf(value: unknown, keys: readonly string[]): boolean {
  const record = recordOf(value);
  return record !== null && keys.some((key) => Object.hasOwn(record, key));
}

/** An embed is of one post: an object without a code under its key can be of no other. */
const isNameless = ({ key, value }: JsonNode): boolean =>
  key?.endsWith(GRAPH) === true && valueAt(value, 'shortcode') === undefined;

/** Tells whether an object is of the post with this code: by its own code, where it has none by its number. */
function isOwn(value: unknown, code: string): boolean {
  const media = recordOf(value);
  if (media === null) return false;
  const name = media['code'] ?? media['shortcode'];
  if (name !== undefined) return name === code;
  const pk = media['pk'] ?? media['id'];
  // JSON rounds a number of nineteen digits.
  if (typeof pk === 'number') return pk === Number(pkOf(code));
  return typeof pk === 'string' && /\d{1,24}/.exec(pk)?.[0] === pkOf(code);
}

/** Tells whether an object without a code stands in one that names the post. */
const isNamed = (value: unknown, parent: unknown, code: string): boolean =>
  recordOf(value) !== null && valueAt(value, 'code') === undefined && valueAt(parent, 'code') === code;

/** Tells a post that is shown to nobody who is logged out. */
function isShutGate({ key, value, parent, listed }: JsonNode, code: string): boolean {
  if (key !== GATE || value !== null || listed) return false;
  return [undefined, code].includes(valueAt(parent, 'code') as string);
}

function isPrivateSign({ key, value }: JsonNode): boolean {
  if (key === 'tracePolicy') return value === 'polaris.privatePostPage';
  if (key === null || !key.startsWith(RULING)) return false;
  return textOf(valueAt(value, 'title')) !== null || textOf(valueAt(value, 'description')) !== null;
}
