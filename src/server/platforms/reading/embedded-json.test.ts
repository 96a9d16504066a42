import { describe, expect, it } from 'vitest';
import { createEmbeddedJsonReader, type JsonNode, walkEmbeddedJson } from './embedded-json.ts';
import { runInTurns } from './json-value.ts';

const PAGE_CHARACTERS = 2_900_000;
const script = (text: string): string => `<script>${text}</script>`;
const found = (html: string): Promise<readonly unknown[]> =>
  runInTurns(createEmbeddedJsonReader(['wanted']).findInPage(html));
const fill = (text: string): string => text.repeat(Math.floor(PAGE_CHARACTERS / text.length));
const nest = (open: string, close: string): string =>
  `${open.repeat(PAGE_CHARACTERS / (open.length + close.length))}1${close.repeat(PAGE_CHARACTERS / (open.length + close.length))}`;

describe('createEmbeddedJson', () => {
  it('returns the outermost values that contain a word, in page order', async () => {
    expect(
      await found(`${script('{"a":[1,{"wanted":2}]}')}${script('[3]')}${script('x([{"wanted":4}])')}`),
    ).toEqual([{ a: [1, { wanted: 2 }] }, [{ wanted: 4 }]]);
  });

  it.each([
    '',
    'wanted',
    '<script',
    '<script id="wanted"',
    script('{"wanted":'),
    script('{wanted:1}'),
    script('{"wanted":1]'),
    script('"{\\"wanted\\":}"'),
  ])('finds no values in %j', async (html) => {
    expect(await found(html)).toEqual([]);
  });

  it('finds values after unclosed brackets and values nested too deeply', async () => {
    expect(await found(script(`if(a[0){b({"wanted":1})`))).toEqual([{ wanted: 1 }]);
    expect(await found(script(`${'['.repeat(100_000)}{"wanted":1}`))).not.toEqual([]);
    expect(await found(script(`${'['.repeat(5_000)}{"wanted":1}${']'.repeat(5_000)}`))).not.toEqual([]);
  });

  it.each([
    ['nested lists', script(`{"wanted":${nest('[', ']')}}`)],
    ['nested objects', script(nest('{"wanted":', '}'))],
    ['a million numbers', script(`{"wanted":[${fill('1,')}1]}`)],
    ['a million objects', script(`{"wanted":[${fill('{},')}1]}`)],
    ['brackets that never close', script(fill('{"wanted":['))],
    ['quotes that never close', script(`{"wanted":${fill('"\\"[')}`)],
    ['a million openings of calls', script(fill('wanted({"a":['))],
    ['escaped quotes', script(`{&quot;wanted&quot;:${fill('&quot;')}`)],
    ['openings of scripts', fill('<script>wanted')],
    ['strings of strings', script(`JSON.parse("{\\"wanted\\":${fill('\\\\\\"')}}")`)],
    ['broken values', script(fill('{"wanted"x}'))],
    ['small values', fill(script('{"wanted":1}'))],
  ])('takes bounded time and memory for %s', async (_what, html) => {
    const before = process.threadCpuUsage();
    let visited = 0;
    await walkEmbeddedJson(html, ['wanted'], () => {
      visited += 1;
    });
    // Processor time, which other load does not change; typically 40 to 300 ms.
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_500);
    expect(visited).toBeLessThan(400_000);
  });
});

describe('limit of values per page', () => {
  const block = (entries: string): string => script(`{"wanted":[${entries}1]}`);
  it('is shared by all blocks and does not count commas within strings', async () => {
    expect(await found(block('1,'.repeat(35_000)).repeat(3))).toHaveLength(1);
    expect(await found(block(`"${','.repeat(400_000)}",`))).toHaveLength(1);
  });
});

describe('walkEmbeddedJson', () => {
  const walk = async (data: unknown): Promise<readonly JsonNode[]> => {
    const nodes: JsonNode[] = [];
    await walkEmbeddedJson(script(JSON.stringify(data)), ['wanted'], (node) => nodes.push(node));
    return nodes;
  };

  it('visits values in page order, including those in strings of JSON', async () => {
    const data = {
      a: { wanted: 1 },
      text: JSON.stringify({ wanted: 2, inner: JSON.stringify([{ wanted: 3 }]) }),
    };
    const values = (await walk(data)).flatMap(({ key, value }) => (key === 'wanted' ? [value] : []));
    expect(values).toEqual([1, 2, 3]);
  });

  it('marks values in lists of other posts as listed', async () => {
    const data = { timeline: { node: { wanted: 1 } }, edges: [{ wanted: 2 }], own: { wanted: 3 } };
    const listed = (await walk(data)).flatMap(({ key, value, isListed: is }) =>
      key === 'wanted' ? [[value, is]] : [],
    );
    expect(listed).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
  });
});
