import { describe, expect, it } from 'vitest';
import { readEmbedPage as readInstagramEmbed } from '../../src/server/platforms/instagram/embed-page.ts';
import { readPostPage } from '../../src/server/platforms/instagram/instagram-reader.ts';
import { readJson } from '../../src/server/platforms/reading/json-value.ts';
import { readEmbedPage as readTiktokEmbed } from '../../src/server/platforms/tiktok/embed-page.ts';
import { readVideoPage } from '../../src/server/platforms/tiktok/video-page.ts';
import { CDN, CODE, clip, polaris } from '../platforms/instagram/instagram-page-data.ts';
import { IS_FULL } from '../test-scope.ts';

/** Characters of the largest page that is read. */
const PAGE_CHARACTERS = 3 * 1024 * 1024 - 1_000;
/** Milliseconds for which reading a page may hold the event loop. */
const PAUSE_MAX_MS = 50;
/** A machine on which parsing a plain page takes more than a fifth of the limit is slow; the limit is then this many parsings. */
const PARSINGS_MAX = 5;
const TRIES = 10;
const ROUNDS = 3;
const ID = '7411111111111111111';

/** Milliseconds that this thread has run. The work of other processes on a busy machine does not count. */
const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Returns the longest time between two turns of the event loop while `work` runs, in milliseconds. */
const longestPause = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0;
  let last = threadMs();
  let isOver = false;
  const beat = (): void => {
    longest = Math.max(longest, threadMs() - last);
    last = threadMs();
    if (!isOver) setImmediate(beat);
  };
  setImmediate(beat);
  await work();
  isOver = true;
  return Math.max(longest, threadMs() - last);
};

/** Returns the shortest of some tries, because a garbage collection or a first compilation may fall into one. */
const pauseOf = async (work: () => Promise<unknown>, enough: number): Promise<number> => {
  let shortest = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TRIES && shortest > enough; time += 1)
    shortest = Math.min(shortest, await longestPause(work));
  return shortest;
};

const fill = (text: string, characters = PAGE_CHARACTERS): string =>
  text.repeat(Math.floor(characters / text.length));
const script = (text: string): string => `<script type="application/json">${text}</script>`;
const data = (value: unknown): string => script(JSON.stringify(value));
const list = <Entry>(length: number, make: (index: number) => Entry): readonly Entry[] =>
  Array.from({ length }, (_, index) => make(index));

const rows = (count: number) =>
  list(count, (index) => ({
    id: index,
    text: `some text that fills a page like real ones do, ${index}`,
    url: `https://a.b/c?d=${index}`,
  }));
const plainPage = JSON.stringify(rows(26_000));
const manifest = (inside: string, attributes = ''): string =>
  `<MPD><AdaptationSet ${attributes}>${inside}</AdaptationSet></MPD>`;
const setOf = (count: number, child: object): string =>
  data({ code: CODE, media_type: 8, carousel_media: list(count, () => child) });
const clipWith = (video_dash_manifest: string): object => ({
  media_type: 2,
  video_versions: [],
  video_dash_manifest,
});
const addresses = (key: string) =>
  list(32, (index) => ({ [key]: `${CDN}/${index}.jpg?${'a=%41&'.repeat(200)}` }));

const PAGES: readonly (readonly [kind: string, html: string])[] = [
  ['an attribute of entities', `<div data-page="${CODE}${fill('&amp;&#x22;&quot;{')}"></div>`],
  ['one large block of data', data({ code: CODE, rows: rows(14_500) })],
  [
    'a block with more values than are read',
    data({ rows: list(60_000, (index) => ({ id: index, flag: true })), own: clip() }),
  ],
  [
    'a block of nothing but keys',
    data({ code: CODE, ...Object.fromEntries(list(90_000, (index) => [`key_${index}`, { index }])) }),
  ],
  [
    'objects that all differ',
    data({ code: CODE, all: list(19_000, (index) => ({ [`a${index}`]: 1, [`b${index}`]: 2 })) }),
  ],
  ['deep lists', script(`{"code":"${CODE}","deep":[${fill(`${'['.repeat(190)}${']'.repeat(190)},`)}1]}`)],
  [
    'lists that are too deep',
    script(`{"code":"${CODE}","deep":${fill('[', 1_500_000)}${fill(']', 1_500_000)}}`),
  ],
  ['thousands of small scripts', fill(data({ code: CODE }))],
  ['thousands of scripts of other data', fill('<script>{"a":[{"b":1}]}</script>') + data(polaris(clip()))],
  [
    'a script of entities',
    `<script>{&quot;code&quot;:&quot;${CODE}&quot;,x:${fill('&amp;&#x2603;&quot;')}</script>`,
  ],
  ['brackets as entities', `<script>${CODE}${fill('{&quot;a&quot;:[')}</script>`],
  [
    'JSON in strings of JSON',
    data({
      contextJSON: list(4, () => JSON.stringify({ a: JSON.stringify({ code: CODE, rows: rows(3_000) }) })),
    }),
  ],
  [
    'thousands of strings of JSON',
    data(
      list(20_000, () => ({
        contextJSON: JSON.stringify({ code: CODE, x: JSON.stringify({ code: CODE }) }),
      })),
    ),
  ],
  [
    'strings of hexadecimal escapes',
    `<script>JSON.parse('{\\x22code\\x22:\\x22${CODE}\\x22,${fill('\\x22a\\x22:1,', 1_000_000)}\\x22z\\x22:1}')</script>`.repeat(
      3,
    ),
  ],
  [
    'strings of backslashes',
    `<script>f('${CODE}{${fill('\\\\', 1_000_000)}');f("[\\"${CODE}${fill('\\\\"', 1_000_000)}")</script>`,
  ],
  [
    'decoys with the code of the post',
    data({
      edges: list(16_000, (index) => ({
        node: {
          code: CODE,
          media_type: 1,
          image_versions2: { candidates: [{ url: `${CDN}/${index}.jpg?stp=c0.1.2.3a` }] },
        },
      })),
    }),
  ],
  [
    'thousands of rulings',
    data({
      code: CODE,
      all: list(20_000, () => ({ get_ruling_for_content: { title: 'words '.repeat(15) } })),
    }),
  ],
  ['tags that never end', `${CODE}${fill('<script <div a="')}`],
  ['comments that never end', `${CODE}${fill('<!--')}`],
  ['quotes that never end', `<script>{"${CODE}":${fill('"\\"[')}`],
  ['brackets that never close', `<script>${fill('{"a":[')}"${CODE}"`],
  ['nothing but angle brackets', fill('<')],
  ['a text of entities', `<div class="Embed"><div class="Caption">${fill('x&amp;')}`],
  ['names of spaces', `<div class="Embed">${`<a class="Username">${' '.repeat(110)}</a>`.repeat(19_900)}`],
  ['a class of a million names', `<div class="${fill('a ')}Embed">`],
  ['thousands of embeds', fill(`<div class="Embed" data-permalink="${'/'.repeat(1_500)}${CODE}x">`)],
  [
    'a manifest of attributes',
    setOf(
      10,
      clipWith(
        manifest(
          '<Representation><BaseURL>x</BaseURL></Representation>'.repeat(64),
          list(24_000, (index) => `a${index}=""`).join(' '),
        ),
      ),
    ),
  ],
  ['manifests of elements', setOf(12, clipWith(manifest('<a/>'.repeat(60_000))))],
  [
    'thousands of long addresses',
    setOf(60, { media_type: 1, image_versions2: { candidates: addresses('url') } }),
  ],
  [
    'the same in an embed',
    data({
      shortcode: CODE,
      edge_sidecar_to_children: {
        edges: list(60, () => ({
          node: { display_url: `${CDN}/a.jpg`, display_resources: addresses('src') },
        })),
      },
    }),
  ],
  [
    'thousands of moves',
    `${fill('<meta http-equiv="refresh" content="0;url=/p/x">', 900_000)}<script>${fill('location="/p/x";', 60_000)}`,
  ],
];

const READERS: readonly (readonly [name: string, id: string, read: (html: string) => Promise<unknown>])[] = [
  ["Instagram's page", CODE, (html) => readPostPage(html, { id: CODE })],
  ["Instagram's embed", CODE, (html) => readInstagramEmbed(html, CODE)],
  ["TikTok's page", ID, (html) => readVideoPage(html, ID, {})],
  ["TikTok's embed", ID, (html) => readTiktokEmbed(html, ID)],
];

/** Returns the limit as the machine is now: a busy one is a slow one for a while. */
const limitNow = async (): Promise<number> =>
  Math.max(
    PAUSE_MAX_MS,
    PARSINGS_MAX * (await pauseOf(async () => JSON.parse(plainPage), PAUSE_MAX_MS / PARSINGS_MAX)),
  );

/** Returns the longest pause of some work, and the limit that was measured right before it; again where the machine has changed meanwhile. */
const pauseAndLimit = async (work: () => Promise<unknown>) => {
  let most = await limitNow();
  let pause = await pauseOf(work, most);
  for (let round = 0; round < ROUNDS && pause > most; round += 1) {
    most = await limitNow();
    pause = await pauseOf(work, most);
  }
  return { pause, most };
};

// The embed of Instagram needs every part of the readers; the others share those for data with it.
const pagesOf = (reader: string) =>
  PAGES.filter((_page, index) => IS_FULL || reader === "Instagram's embed" || index < 2);

describe.each(READERS)('reading %s', (name, id, read) => {
  it.each(pagesOf(name))('never holds the event loop for long: %s', async (_kind, text) => {
    expect(text.length).toBeLessThan(3.2 * 1024 * 1024);
    // Through bytes, as a page arrives: a string built of parts would be joined during the reading.
    const html = Buffer.from(text.replaceAll(CODE, id)).toString();
    const { pause, most } = await pauseAndLimit(() => read(html));
    expect(pause).toBeLessThanOrEqual(most);
  });
});

describe('reading an answer', () => {
  it.each<[string, string]>([
    ['plain rows', plainPage],
    [
      'objects that all differ',
      JSON.stringify(list(100_000, (index) => ({ [`a${index}`]: index, [`b${index}`]: 1 }))),
    ],
    ['empty lists', `[${fill('[],')}[]]`],
    ['escapes', `"${fill('\\"\\u00e9')}"`],
  ])('never holds the event loop for long: %s', async (_kind, text) => {
    const answer = Buffer.from(text).toString();
    const { pause, most } = await pauseAndLimit(async () => readJson(answer));
    expect(pause).toBeLessThanOrEqual(most);
  });
});

describe('a page of the largest size', () => {
  it('is read, wherever the post is in it', async () => {
    const filling = data({ define: rows(14_000) });
    for (const html of [
      filling + data(polaris(clip())) + filling,
      data({ rows: list(60_000, (index) => ({ id: index, flag: true })), own: clip() }),
    ]) {
      expect(html.length).toBeGreaterThan(1_400_000);
      expect(await readPostPage(html, { id: CODE })).toMatchObject({ ok: true });
    }
  });
});
