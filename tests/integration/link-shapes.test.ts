import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemSchema } from '../../src/shared/contract/problem.ts';
import { parseLink, parseSampleLink } from '../../src/shared/links/parse-link.ts';
import { LINK_SHAPES, LINKS_IN_TEXT } from '../link-shapes.ts';
import { REFUSED_LINKS } from '../refused-links.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const ALL = [...LINK_SHAPES, ...LINKS_IN_TEXT];

describe('the parser', () => {
  it.each(ALL)('reads $text', ({ text, tab, ...told }) => {
    expect(parseLink(text)).toMatchObject({ ok: true, link: { ...told, contentType: tab ?? 'video' } });
  });

  it.each(LINK_SHAPES)('returns a canonical link that parses to itself: $text', ({ url, id, itemIndex }) => {
    expect(parseLink(url)).toMatchObject({ ok: true, link: { url, id, itemIndex } });
  });

  it.each(REFUSED_LINKS)('rejects %j', (text) => {
    expect(parseLink(text)).toEqual({ ok: false, code: 'invalid' });
  });
});

describe('the API', () => {
  let test: TestApp;
  beforeAll(async () => {
    // No engine supports the link, and nothing listens where short links are resolved, so no request leaves this
    // machine.
    const nobody = 'http://127.0.0.1:9';
    test = await createTestApp({
      ENGINES: 'cobalt',
      UPSTREAM_ROUTES: `www.instagram.com=${nobody},vm.tiktok.com=${nobody}`,
    });
  });
  afterAll(() => test.app.close());

  const codeFor = async (url: string): Promise<string> => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/preview',
      headers: { host: 'localhost' },
      payload: { url },
    });
    return problemSchema.parse(answer.json()).code;
  };

  it.each(ALL)('accepts $text', async ({ text, kind }) => {
    expect(await codeFor(text)).toBe(kind === 'share' ? 'network' : 'failed');
  });

  // A sample link is not a post link, but the page may send it.
  it.each(REFUSED_LINKS.filter((text) => !parseSampleLink(text).ok))('answers 400 to %j', async (text) => {
    expect(await codeFor(text)).toBe('link_invalid');
  });
});
