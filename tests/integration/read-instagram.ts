/** The native engine on canned responses of Instagram. */
import { expect } from 'vitest';
import { parseLink } from '#shared/links/parse-link.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { createNativeEngine } from '../../src/server/engines/native/native-engine.ts';
import type { OutboundError } from '../../src/server/outbound/outbound-client.ts';
import type { EngineOutcome } from '../../src/server/platforms/failures.ts';
import type { ExtractedPost } from '../../src/server/platforms/reading/extracted-post.ts';
import { CODE } from '../platforms/instagram/instagram-page-data.ts';
import { withoutCause } from '../without-cause.ts';
import { type Canned, createFakeOutboundClient, neverAborted } from './fake-outbound-client.ts';

export const EMBED_FAILS: Canned = { status: 500 };
export const engineFor = (
  post: Canned | OutboundError,
  embed: Canned | OutboundError = EMBED_FAILS,
  now?: () => number,
) => {
  const outbound = createFakeOutboundClient((path) => (path.includes('/embed/') ? embed : post));
  return {
    outbound,
    engine: createNativeEngine({ clients: { direct: outbound }, ...(now === undefined ? {} : { now }) }),
  };
};
/**
 * Parses the link that a pasted code makes; a code longer than a shortcode (with a share token) is cut to the
 * shortcode.
 */
export const linkOf = (code: string): ParsedLink => {
  const parsed = parseLink(`https://www.instagram.com/p/${code}/`);
  if (!parsed.ok) throw new Error('the code makes no link');
  return parsed.link;
};
export const read = async (post: Canned | OutboundError, embed?: Canned | OutboundError, code = CODE) =>
  withoutCause(await engineFor(post, embed).engine.extract(linkOf(code), neverAborted));
export const postOf = (outcome: EngineOutcome): ExtractedPost => {
  if (!outcome.ok) throw new Error(`no post but ${outcome.code}`);
  return outcome.post;
};
export const upstream = (path: string) =>
  expect.objectContaining({ kind: 'upstream', url: expect.stringContaining(path) as string }) as unknown;
