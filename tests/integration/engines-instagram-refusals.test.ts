import { describe, expect, it } from 'vitest';
import { OutboundError } from '../../src/server/outbound/outbound-client.ts';
import { CDN, CODE, clip, POST_ROUTE, polaris, route } from '../platforms/instagram/instagram-page-data.ts';
import { page } from '../platforms/native-answers.ts';
import { prefetchedBlock } from '../prefetched-block.ts';
import { type Canned, neverAborted } from './fake-outbound-client.ts';
import { EMBED_FAILS, engineFor, linkOf, postOf, read } from './read-instagram.ts';

const BROKEN: Canned = { body: '<div class="EmbedBrokenMedia"></div>' };
const EMBEDDED: Canned = {
  body: page({
    contextJSON: JSON.stringify({
      shortcode_media: { shortcode: CODE, is_video: true, video_url: `${CDN}/own.mp4` },
    }),
  }),
};
const WITHHELD_CLIP: Canned = {
  body: page({
    contextJSON: JSON.stringify({
      shortcode_media: { shortcode: CODE, is_video: true, display_url: `${CDN}/a.jpg` },
    }),
  }),
};

const terminal = (code: string) => ({ ok: false, code, terminal: true });
const nonTerminal = (code: string) => ({ ok: false, code, terminal: false });
const failed = (reason: string) => ({ ok: false, code: 'failed', terminal: false, reason });
const REGION = failed('region');
const UNDECIDED = failed('unreadable_here');
const WITHHELD = failed('posts_withheld');
const LIMITED = nonTerminal('rate_limited');

const gated = (ruling: object): Canned => ({
  body: page(
    route(POST_ROUTE),
    prefetchedBlock({ xig_polaris_media: { code: CODE, if_not_gated_logged_out: null, ...ruling } }),
  ),
});
const ruled = (ruling: unknown): Canned => gated({ gating_ruling: ruling });

const RULINGS: readonly (readonly [words: string, answer: Canned, expected: object])[] = [
  ['a region', ruled({ gating_type: 6, title: 'Not available in your region' }), REGION],
  ['a region in capitals', ruled({ title: 'NOT AVAILABLE IN YOUR REGION' }), REGION],
  [
    'a country',
    ruled({ title: 'Post unavailable', description: 'It can’t be seen in your country.' }),
    REGION,
  ],
  ['a location', ruled({ title: 'This content isn’t available in your location.' }), REGION],
  ['a type alone', ruled({ gating_type: 'GEO_BLOCK' }), REGION],
  ['a type that names the region', ruled({ type: 'region_restricted', title: null }), REGION],
  ['a text', ruled('Not available in your region'), REGION],
  [
    'a region without the gate',
    {
      body: page(
        prefetchedBlock({
          xig_polaris_media: { code: CODE, gating_ruling: { title: 'Not available in your region' } },
        }),
      ),
    },
    REGION,
  ],
  [
    'a sensitive post, unavailable in a region',
    ruled({ title: 'Not available in your region', description: 'It is sensitive.' }),
    REGION,
  ],
  [
    'an age',
    ruled({ title: 'Restricted Video', description: 'You must be 18 years old or over.' }),
    terminal('private'),
  ],
  ['an age, by its type', ruled({ type: 'AGE_GATE' }), terminal('private')],
  [
    'an age that depends on the country',
    ruled({ title: 'Age-restricted', description: 'Only for adults in your country.' }),
    terminal('private'),
  ],
  [
    'a sensitive post',
    ruled({ title: 'Sensitive content', description: 'Some people may find it upsetting.' }),
    terminal('private'),
  ],
  ['a graphic post', ruled({ title: 'GRAPHIC VIOLENCE' }), terminal('private')],
  ['a private account', ruled({ title: 'This account is private' }), terminal('private')],
  ['nothing', gated({}), UNDECIDED],
  ['null', ruled(null), UNDECIDED],
  ['an empty ruling', ruled({}), UNDECIDED],
  ['a ruling without words', ruled({ x: 1 }), UNDECIDED],
  [
    'unknown words',
    ruled({ title: 'Something else', description: 'See this page, in any language.' }),
    UNDECIDED,
  ],
  ['an unknown type', ruled({ gating_type: 4 }), UNDECIDED],
  ['a geographic demonstration', ruled({ title: 'Demographic image' }), UNDECIDED],
];

describe('a gate of Instagram', () => {
  it.each(RULINGS)('is read by its words: %s', async (_words, answer, expected) => {
    expect(await read(answer, BROKEN)).toEqual(expected);
  });

  it.each([
    ['a region', 'Not available in your region', REGION],
    ['an age', 'Restricted Video: You must be 18', terminal('private')],
    ['unknown words', 'A new rule', UNDECIDED],
  ])('is read from the ruling for content, too: %s', async (_words, title, expected) => {
    const answer = { body: page(route(POST_ROUTE), { get_ruling_for_content: { title } }) };
    expect(await read(answer, BROKEN)).toEqual(expected);
  });

  it.each([
    ['a region', ruled({ title: 'Not available in your region' })],
    ['nothing', gated({})],
  ])('that states %s lets the embed give the post', async (_words, answer) => {
    expect(postOf(await read(answer, EMBEDDED)).items).toHaveLength(1);
  });

  it.each([
    ['a withheld clip', WITHHELD_CLIP],
    ['a rate limit', { status: 429 }],
  ])('that states a region is not hidden by an embed with %s', async (_what, embed) => {
    expect(await read(ruled({ title: 'Not available in your region' }), embed)).toMatchObject(REGION);
  });

  it('that states an age ends the reading', async () => {
    const { outbound, engine } = engineFor(ruled({ title: 'You must be 18 years old' }), EMBEDDED);
    await engine.extract(linkOf(CODE), neverAborted);
    expect(outbound.paths()).toEqual([`/p/${CODE}/`]);
  });

  it('of another post means nothing for this one', async () => {
    const other = {
      code: 'Cq7_Other01',
      if_not_gated_logged_out: null,
      gating_ruling: { title: 'You must be 18' },
    };
    const answer = { body: page(prefetchedBlock({ xig_polaris_media: other }), polaris(clip())) };
    expect((await read(answer)).ok).toBe(true);
    expect(
      await read({ body: page(route(POST_ROUTE), prefetchedBlock({ xig_polaris_media: other })) }),
    ).toEqual(LIMITED);
  });
});

const moved = (location: string): Canned => ({ status: 302, headers: { location } });
const html = (head: string, body = ''): Canned => ({
  body: `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`,
});
const json = (value: object, status = 200): Canned => ({ status, body: JSON.stringify(value) });
const guarded = (value: object, guard = 'for (;;);'): Canned => ({ body: guard + JSON.stringify(value) });
const refresh = (address: string) => html(`<meta http-equiv="refresh" content="0; url=${address}">`);
const script = (text: string) => html(`<title>Instagram</title><script>${text}</script>`);
const og = (property: string, content: string) => `<meta property="og:${property}" content="${content}">`;
const LOGIN = 'https://www.instagram.com/accounts/login/?next=/p/x/';

const REFUSALS: readonly (readonly [what: string, answer: Canned, expected: object])[] = [
  [
    'a redirect to the login of another host',
    moved('https://m.instagram.com/accounts/login/?next=x'),
    WITHHELD,
  ],
  ['a redirect to the login in a language', moved('/de/accounts/login/'), WITHHELD],
  ['a redirect to the login in a regional language', moved('/pt-br/accounts/login/?next=%2Fp%2Fx'), WITHHELD],
  ['a redirect to the sign-up', moved('/accounts/emailsignup/'), WITHHELD],
  ['a redirect to the front page in a language', moved('https://instagram.com/de/'), WITHHELD],
  ['a redirect to another site', moved('https://www.facebook.com/login/'), WITHHELD],
  ['a redirect to a consent', moved('/consent/?flow=ig'), WITHHELD],
  ['a redirect to a challenge in a language', moved('/de/challenge/?next=x'), LIMITED],
  ['a refresh to the login', refresh(LOGIN), WITHHELD],
  [
    'a refresh to the login in quotes',
    html(`<META HTTP-EQUIV='Refresh' CONTENT='3;URL="/accounts/login/"'>`),
    WITHHELD,
  ],
  ['a refresh to another site', refresh('https://www.facebook.com/unsupported'), WITHHELD],
  ['a refresh to a challenge', refresh('/challenge/?next=x'), LIMITED],
  ['a script to the login', script(`window.location.replace("${LOGIN}")`), WITHHELD],
  ['a script to the login by assignment', script(`top.location.href = '/accounts/login/';`), WITHHELD],
  [
    'a script to the login with escapes',
    script(String.raw`location="https:\/\/www.instagram.com\/accounts\/login\/"`),
    WITHHELD,
  ],
  [
    'a consent page',
    html('<title>Cookies auf Instagram erlauben?</title>', '<button>Alle zulassen</button>'),
    WITHHELD,
  ],
  [
    'a consent page without a title',
    html('', '<div role="dialog"><h2>Allow the use of cookies?</h2></div>'),
    WITHHELD,
  ],
  [
    'a consent page in any language',
    html('', '<button data-cookiebanner="accept_button">Hyväksy</button>'),
    WITHHELD,
  ],
  ['the form of a consent', html('', '<form action="/consent/?flow=ig"><p>Tere</p></form>'), WITHHELD],
  ['the route of a consent', { body: page(route('comet.igweb.PolarisUserCookieConsentRoute')) }, WITHHELD],
  ['the route of the login', { body: page(route('comet.igweb.PolarisCAAIGLoginHomepageRoute')) }, WITHHELD],
  ['a guarded error', guarded({ __ar: 1, error: 1357001, errorSummary: 'Log in to continue' }), WITHHELD],
  [
    'a guarded error of any kind',
    guarded({ error: 1357004, errorSummary: 'Sorry, something went wrong' }, 'for(;;);'),
    WITHHELD,
  ],
  ['a guarded login', guarded({ redirectTo: '/login/' }, 'while(1);'), WITHHELD],
  ['a guarded limit', guarded({ error: 1, errorSummary: 'Please wait a few minutes' }), LIMITED],
  [
    'a login required without a message',
    json({ require_login: true, igweb_rollout: true, status: 'fail' }),
    WITHHELD,
  ],
  ['a login required with a message', json({ message: 'login_required', status: 'fail' }), WITHHELD],
  ['a login required with any message', json({ message: 'execution error', require_login: true }), WITHHELD],
  ['a login required with 401', json({ require_login: true, status: 'fail' }, 401), WITHHELD],
  ['a login required with 403', json({ message: 'login_required', status: 'fail' }, 403), WITHHELD],
  [
    'a limit with a login',
    json({ message: 'Please wait a few minutes before you try again.', require_login: true }),
    LIMITED,
  ],
  ['a limit with 429', json({ require_login: true, status: 'fail' }, 429), LIMITED],
  ['a failure without a message', json({ status: 'fail' }), WITHHELD],
  ['an empty body', { body: '' }, WITHHELD],
  ['a body of spaces', { body: ' \n\t' }, WITHHELD],
  ['an empty page', html('<title>Instagram</title>', '<div id="root"></div>'), WITHHELD],
  [
    'only the description of a public post',
    html(og('image', `${CDN}/a.jpg`) + og('title', 'Ann on Instagram: “hi”') + og('description', '12 likes')),
    WITHHELD,
  ],
  ['only the title of a public post', html(og('title', 'Ann on Instagram')), WITHHELD],
  [
    'only the film of a public post',
    html(og('video', `${CDN}/a.mp4`) + og('image', `${CDN}/a.jpg`)),
    WITHHELD,
  ],
  ['only a picture', html(og('image', `${CDN}/a.jpg`)), nonTerminal('private')],
];

const CHANGED: readonly (readonly [what: string, answer: Canned])[] = [
  ['that mentions cookies below its content', html('', '<p>new</p><a href="/legal/cookies/">Cookies</a>')],
  [
    'that refreshes itself',
    html(`<meta http-equiv="refresh" content="0; url=/p/${CODE}/?_fb_noscript=1">`, '<p>new</p>'),
  ],
  ['whose scripts lead to a post', script(`location.href="/p/${CODE}/"`)],
  ['that compares its address', script('if (location.href == "/accounts/login/") a()')],
  [
    'with data beside its description',
    {
      body: html(og('title', 'Ann on Instagram')).body + page({ a_new_layout: true }),
    },
  ],
  [
    'with data beside a dialog',
    { body: `<div role="dialog"><h2>Cookies</h2></div>${page({ a_new_layout: true })}` },
  ],
  ['of JSON', json({ a_new: 'layout' })],
];

describe('a refusal of Instagram', () => {
  it.each(REFUSALS)('is not a changed page: %s', async (_what, answer, expected) => {
    expect(await read(answer, BROKEN)).toEqual(expected);
  });

  it.each(REFUSALS.filter(([, , expected]) => expected === WITHHELD && expected !== null))(
    'of the embed is one as well: %s',
    async (what, answer) => {
      // An embed that describes nothing is unknown, and its redirects and statuses are those of pages.
      if (/^only/.test(what)) return;
      expect(await read(new OutboundError('unreachable'), answer)).toEqual(WITHHELD);
    },
  );

  it.each(CHANGED)('is none for a page %s', async (_what, answer) => {
    expect(await read(answer, EMBED_FAILS)).toEqual(failed('page_unreadable'));
  });

  it('lets the embed give the post', async () => {
    for (const answer of [moved('/accounts/login/'), { body: '' }, json({ require_login: true }, 401)])
      expect((await read(answer, EMBEDDED)).ok).toBe(true);
  });
});
