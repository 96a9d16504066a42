import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failureOfServiceStatus } from '../../src/server/engines/ask-service.ts';
import { failureOfCode } from '../../src/server/engines/cobalt/cobalt-answer.ts';
import { createCobaltEngine } from '../../src/server/engines/cobalt/cobalt-engine.ts';
import { downloadService } from '../../src/server/engines/provider/medias-services.ts';
import { createProviderEngine } from '../../src/server/engines/provider/provider-engine.ts';
import { failureFromStderr } from '../../src/server/engines/yt-dlp/stderr-failure.ts';
import { OutboundError } from '../../src/server/outbound/outbound-client.ts';
import { type EngineFailure, FAILURES, loggedCauseOf } from '../../src/server/platforms/failures.ts';
import { resolveShareLink } from '../../src/server/posts/resolve-share-link.ts';
import { FAILURE_STATUS } from '../../src/shared/failures.ts';
import { parseLink } from '../../src/shared/links/parse-link.ts';
import { linkTo } from '../platforms/link-to.ts';
import { directPages } from './direct-pages.ts';
import { type Canned, createFakeOutboundClient } from './fake-outbound-client.ts';

const REEL = linkTo('instagram', 'DFailCause1');
const signal = new AbortController().signal;
const loggedBy = (outcome: { readonly ok: true } | EngineFailure) =>
  outcome.ok ? 'ok' : loggedCauseOf(outcome);

describe('the logged cause of a yt-dlp failure', () => {
  it.each([
    ['Instagram sent an empty media response', 'empty_media'],
    ['Instagram API is not granting access', 'access_refused'],
    ['You have exceeded the rate-limit', 'too_many_requests'],
    ['rate-limit reached or login required', 'limit_or_login'],
    ['You need to log in', 'login_required'],
    ['Unable to solve JS challenge', 'challenge'],
    ['HTTP Error 404: Not Found', 'http_404'],
    ['HTTP Error 410: Gone', 'http_410'],
    ['HTTP Error 403: Forbidden', 'http_403'],
    ['HTTP Error 502: Bad Gateway', 'http_502'],
    ['Video not available, status code 10204', 'status_unchecked'],
    ['Video not available, status code 10221', 'deleted'],
    ['Your IP address is blocked from accessing this post', 'address_blocked'],
    ['There is no video in this post', undefined],
    ['tunnel connection failed: 403', 'proxy_refused'],
    ['The read operation timed out', 'read_timeout'],
    ['Unable to extract data', 'extraction_failed'],
    ['Failed to resolve: getaddrinfo failed', 'unresolved'],
    ['Something https://secret.example/ nobody knows', 'unknown_error'],
  ])('%s', (message, cause) => {
    const outcome = failureFromStderr(`ERROR: [Instagram] DFailCause1: ${message}`, REEL);
    expect(loggedCauseOf(outcome)).toBe(cause);
  });

  it('is the empty answer of a refused server', () => {
    const written =
      'WARNING: Instagram API is not granting access\nERROR: [Instagram] Instagram sent an empty media response';
    expect(failureFromStderr(written, REEL).cause).toBe('access_refused');
  });
});

describe('the logged cause of a cobalt failure', () => {
  it.each([
    ['error.api.fetch.empty', 'empty_media'],
    ['error.api.fetch.rate', 'too_many_requests'],
    ['error.api.fetch.fail', 'fetch_failed'],
    ['error.api.fetch.critical', 'instance_failed'],
    ['error.api.content.post.unavailable', 'unavailable_here'],
    ['error.api.content.post.private', 'private_post'],
    ['error.api.content.post.age', undefined],
    ['error.api.rate_exceeded', 'quota_used_up'],
    ['error.api.auth.key.invalid', 'key_refused'],
    ['error.api.https://secret.example/', 'answer_unknown'],
    ['constructor', 'answer_unknown'],
  ])('%s', (code, cause) => {
    expect(loggedCauseOf(failureOfCode(code, REEL))).toBe(cause);
  });

  it.each([401, 429, 502])('status %d', (status) => {
    expect(loggedCauseOf(failureOfServiceStatus(status))).toBe(`http_${status}`);
  });

  const extractThroughCobalt = async (answer: Canned | OutboundError) => {
    const engine = createCobaltEngine({
      outbound: createFakeOutboundClient(() => answer),
      url: 'http://c.example',
      apiKey: null,
    });
    const outcome = await engine.extract(REEL, signal);
    await engine.close?.();
    return outcome;
  };
  const errorOf = (code: string, headers = {}): Canned => ({
    status: 400,
    headers,
    body: JSON.stringify({ status: 'error', error: { code } }),
  });

  it('keeps its name where the instance sends Retry-After', async () => {
    const headers = { 'retry-after': '20' };
    expect(await extractThroughCobalt(errorOf('error.api.fetch.rate', headers))).toMatchObject({
      code: 'rate_limited',
      cause: 'too_many_requests',
      retryAfter: 20,
    });
    expect(await extractThroughCobalt(errorOf('error.api.fetch.fail', headers))).toMatchObject({
      reason: 'upstream_error',
      cause: 'fetch_failed',
      retryAfter: 20,
    });
  });

  it.each([
    [{ body: '{"status":"picker","picker":[]}' }, undefined],
    [{ body: '<html>' }, 'answer_unknown'],
    [new OutboundError('unreachable'), 'unreachable'],
    [new OutboundError('timeout'), 'timeout'],
  ] as const)('%j', async (answer, cause) => {
    expect(loggedBy(await extractThroughCobalt(answer))).toBe(cause);
  });
});

describe('the logged cause of a provider failure', () => {
  const service = {
    baseUrl: 'https://provider.example',
    apiKey: 'k',
    isFromEnvironment: false,
    adapter: downloadService,
  };
  const engineOf = (answer: Canned | OutboundError, has = true) =>
    createProviderEngine({
      outbound: createFakeOutboundClient(() => answer),
      service: () => (has ? service : null),
    });
  const ask = (answer: Canned | OutboundError, has = true) => engineOf(answer, has).extract(REEL, signal);

  it.each([
    [{ status: 401, body: '{}' }, 'http_401'],
    [{ status: 403, body: 'post is private' }, 'http_403'],
    [{ status: 403, body: '<html>' }, 'gateway_refused'],
    [{ status: 403, body: 'quota' }, 'too_many_requests'],
    [{ status: 404, body: 'no post' }, 'http_404'],
    [{ status: 404, body: '<html>' }, 'route_unknown'],
    [{ status: 429, body: '' }, 'http_429'],
    [{ status: 503, body: '' }, 'http_503'],
    [{ status: 302, body: '' }, 'http_302'],
    [{ status: 400, body: '<html>' }, 'html_answer'],
    [{ status: 400, body: 'You are not subscribed to this API.' }, 'key_refused'],
    [{ status: 400, body: 'https://secret.example/ said so' }, 'answer_unknown'],
    [{ body: 'no JSON' }, 'not_json'],
    [{ body: '{"title":"a"}' }, 'answer_unknown'],
    [{ body: '{"medias":[]}' }, undefined],
    [{ body: '{"error":true,"message":"Login required"}' }, undefined],
    [{ body: '{"error":true,"message":"?","status":404}' }, 'http_404'],
    [{ body: '{"error":true,"message":"?","status":777}' }, 'answer_unknown'],
    [new OutboundError('refused-address'), 'service_refused'],
  ] as const)('%j', async (answer, cause) => {
    expect(loggedBy(await ask(answer))).toBe(cause);
  });

  it('is no_service without a provider, and quota_used_up while the quota is exhausted', async () => {
    expect(await ask({ body: '' }, false)).toMatchObject({ reason: 'no_engine', cause: 'no_service' });
    const engine = engineOf({ status: 429, body: '', headers: { 'retry-after': '60' } });
    await engine.extract(REEL, signal);
    expect(await engine.extract(REEL, signal)).toMatchObject({ retryAfter: 60, cause: 'quota_used_up' });
  });
});

describe('the logged cause of a short link that leads nowhere', () => {
  it.each([
    [{ status: 404 }, 'http_404'],
    [{ status: 429 }, 'http_429'],
    [{ status: 500 }, 'http_500'],
    [{ status: 302, headers: { location: 'https://www.instagram.com/' } }, 'front_page'],
    [{ status: 302, headers: { location: 'https://www.instagram.com/accounts/login/' } }, 'login_wall'],
    [new OutboundError('unresolved'), 'unresolved'],
  ] as const)('%j', async (answer, cause) => {
    const parsed = parseLink('https://www.instagram.com/share/reel/BAtoken1/');
    if (!parsed.ok) throw new Error('no link');
    const outcome = await resolveShareLink(
      parsed.link,
      directPages(createFakeOutboundClient(() => answer)),
      signal,
    );
    expect(loggedBy(outcome)).toBe(cause);
  });
});

describe('the logged causes', () => {
  it('are all documented for operators, each with its code and status', () => {
    const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const documented = [...operations.matchAll(/^\| (`[^|]+) \| (\d{3}) `(\w+)` \| /gm)].flatMap(
      ([, causes = '', status, code]) =>
        [...causes.matchAll(/`([\w-]+)`/g)].map(([, cause]) => [cause, `${status} ${code}`]),
    );
    const listed = Object.entries(FAILURES).map(([cause, { code }]) => [
      cause,
      `${FAILURE_STATUS[code]} ${code}`,
    ]);
    expect(documented.toSorted()).toEqual(listed.toSorted());
  });
});
