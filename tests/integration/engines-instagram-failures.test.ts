import { describe, expect, it } from 'vitest';
import { OutboundError, type OutboundFault } from '../../src/server/outbound/outbound-client.ts';
import { CODE, clip, POST_ROUTE, polaris, route } from '../platforms/instagram/instagram-page-data.ts';
import { linkTo } from '../platforms/link-to.ts';
import { page } from '../platforms/native-answers.ts';
import { withoutCause } from '../without-cause.ts';
import { type Canned, neverAborted } from './fake-outbound-client.ts';
import { EMBED_FAILS, engineFor, linkOf, read } from './read-instagram.ts';

const terminal = (code: string) => ({ ok: false, code, terminal: true });
const nonTerminal = (code: string) => ({ ok: false, code, terminal: false });
const failed = (reason: string) => ({ ok: false, code: 'failed', terminal: false, reason });
const LONG_CODE = `${CODE}${'w'.repeat(28)}`;
const moved = (location: string): Canned => ({ status: 302, headers: { location } });
const asJson = (message: string, status = 200): Canned => ({
  status,
  body: JSON.stringify({ message, require_login: true, status: 'fail' }),
});

const FAILURES: [sign: string, answer: Canned, expected: object, code?: string][] = [
  ['error route', { body: page(route('comet.igweb.PolarisErrorRoute')) }, terminal('gone')],
  [
    'error route, share code',
    { body: page(route('comet.igweb.PolarisErrorRoute')) },
    terminal('private'),
    LONG_CODE,
  ],
  [
    'login route',
    { body: page(route('comet.igweb.PolarisCAAIGLoginHomepageRoute')) },
    failed('posts_withheld'),
  ],
  ['throttled shell', { body: page(route(POST_ROUTE)) }, nonTerminal('rate_limited')],
  ['no media, share code', { body: page(route(POST_ROUTE)) }, nonTerminal('private'), LONG_CODE],
  ['redirect to login', moved('/accounts/login/?next=x'), failed('posts_withheld')],
  ['redirect to front page', moved('https://www.instagram.com/'), failed('posts_withheld')],
  ['redirect to challenge', moved('/challenge/?x'), nonTerminal('rate_limited')],
  ['redirect to another post', moved('/p/Cq7_Other01/'), failed('page_refused')],
  ['redirect elsewhere', moved(`https://evil.example/p/${CODE}/`), failed('posts_withheld')],
  [
    'age ruling',
    {
      body: page(route(POST_ROUTE), {
        get_ruling_for_content: { title: 'Restricted Video', description: '18' },
      }),
    },
    terminal('private'),
  ],
  ['private route policy', { body: page({ tracePolicy: 'polaris.privatePostPage' }) }, terminal('private')],
  [
    'private owner without media',
    { body: page(polaris({ code: CODE, media_type: 2, user: { is_private: true } })) },
    terminal('private'),
  ],
  ['only a preview picture', { body: '<meta property="og:image" content="x">' }, nonTerminal('private')],
  [
    'please wait, 200',
    asJson('Please wait a few minutes before you try again.'),
    nonTerminal('rate_limited'),
  ],
  [
    'please wait, 401',
    asJson('Please wait a few minutes before you try again.', 401),
    nonTerminal('rate_limited'),
  ],
  ['feedback_required', asJson('feedback_required'), nonTerminal('rate_limited')],
  ['checkpoint_required', asJson('checkpoint_required'), nonTerminal('rate_limited')],
  ['checkpoint_required, 400', asJson('checkpoint_required', 400), nonTerminal('rate_limited')],
  ['challenge_required, 400', asJson('challenge_required', 400), nonTerminal('rate_limited')],
  ['other JSON', { body: '{"a_new":"layout"}' }, failed('page_unreadable')],
  [
    'other JSON, 400',
    { status: 400, body: '{"message":"useragent mismatch","status":"fail"}' },
    failed('page_refused'),
  ],
  ['bad headers', { status: 400, body: 'SecFetch Policy violation' }, failed('page_refused')],
  ['404', { status: 404 }, terminal('gone')],
  ['410', { status: 410 }, terminal('gone')],
  ['403', { status: 403 }, nonTerminal('rate_limited')],
  [
    '429',
    { status: 429, headers: { 'retry-after': '90' } },
    { ...nonTerminal('rate_limited'), retryAfter: 90 },
  ],
  ['503', { status: 503 }, failed('upstream_error')],
  ['a page of unknown shape', { body: '<p>hello</p>' }, failed('page_unreadable')],
];

describe('native engine on Instagram: failures', () => {
  it.each<[sign: string, answer: Canned, expected: object, code?: string]>(FAILURES)(
    '%s',
    async (_sign, answer, expected, code = CODE) => {
      expect(await read(answer, EMBED_FAILS, code)).toEqual(expected);
    },
  );

  it.each([moved('/p/Cq7_Other01/'), moved(`https://evil.example/p/${CODE}/`)])(
    'follows no redirect except to the same post: %j',
    async (answer) => {
      const { outbound, engine } = engineFor(answer);
      await engine.extract(linkTo('instagram', CODE), neverAborted);
      expect(outbound.paths()).toEqual([`/p/${CODE}/`, `/p/${CODE}/embed/captioned/`]);
    },
  );

  it('does not treat a page with a login link and nothing else as a login wall', async () => {
    const link = '<a href="/accounts/login/">Log in</a>';
    const script = { require: [['ScheduledServerJS', 'handle', null, [{ __bbox: {} }]]] };
    for (const body of [link, page(script) + link]) {
      expect(await read({ body }, { status: 404 })).toEqual({ ...nonTerminal('gone'), tentative: true });
      expect(await read({ body }, { status: 429 })).toEqual(nonTerminal('rate_limited'));
      expect(await read({ body }, EMBED_FAILS)).toEqual(failed('upstream_error'));
    }
  });

  it('does not request the embed after a terminal failure', async () => {
    const { outbound, engine } = engineFor({ status: 404 });
    await engine.extract(linkTo('instagram', CODE), neverAborted);
    expect(outbound.requests).toHaveLength(1);
  });

  it('reads the code before a share token', async () => {
    const { outbound, engine } = engineFor({ body: page(polaris(clip())) });
    expect((await engine.extract(linkOf(LONG_CODE), neverAborted)).ok).toBe(true);
    expect(outbound.paths()).toEqual([`/p/${CODE}/`]);
  });

  it('pauses post pages for three minutes after a refusal, but not embeds', async () => {
    let clock = 1_000;
    const { outbound, engine } = engineFor({ status: 429 }, EMBED_FAILS, () => clock);
    const ask = async () => withoutCause(await engine.extract(linkTo('instagram', CODE), neverAborted));
    const posts = () => outbound.paths().filter((path) => !path.includes('/embed/')).length;
    await ask();
    clock += 179_999;
    expect(await ask()).toMatchObject({ ...nonTerminal('rate_limited'), skipReason: 'pages_paused' });
    expect([posts(), outbound.paths().length]).toEqual([1, 3]);
    clock += 1;
    await ask();
    expect(posts()).toBe(2);
  });

  it.each<[OutboundFault, object]>([
    ['unreachable', nonTerminal('network')],
    ['unresolved', nonTerminal('network')],
    ['timeout', failed('upstream_timeout')],
    ['bad-answer', failed('upstream_error')],
    ['too-large', failed('page_unreadable')],
    ['refused-address', failed('page_refused')],
  ])('fault %s', async (fault, expected) => {
    expect(await read(new OutboundError(fault), new OutboundError(fault))).toEqual(expected);
  });

  it('rejects a page above three megabytes', async () => {
    expect(await read({ body: ' '.repeat(3 * 1024 * 1024 + 1) })).toEqual(failed('page_unreadable'));
  });

  it('rejects with the abort reason when the caller gives up', async () => {
    const reason = new Error('enough');
    const { engine } = engineFor({ body: page(polaris(clip())) });
    await expect(engine.extract(linkTo('instagram', CODE), AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('fails at once for stories and highlights', async () => {
    const { outbound, engine } = engineFor({ status: 500 });
    for (const kind of ['story', 'highlight'] as const) {
      expect(await engine.extract(linkTo('instagram', '31', { kind }), neverAborted)).toMatchObject(
        failed('story_needs_session'),
      );
    }
    expect(outbound.requests).toHaveLength(0);
  });

  it('supports neither unresolved links nor samples', () => {
    const { engine } = engineFor({ status: 500 });
    expect(engine.supports(linkTo('instagram', CODE))).toBe(true);
    expect(engine.supports(linkTo('tiktok', '1', { kind: 'share' }))).toBe(false);
    expect(engine.supports(linkTo('sample', 'clip', { kind: 'sample' }))).toBe(false);
  });
});
