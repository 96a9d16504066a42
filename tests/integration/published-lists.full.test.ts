import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { isWeakPassword } from '../../src/server/accounts/weak-password.ts';
import { cleanContent } from '../../src/server/settings/content/clean-content.ts';
import {
  CONTENT_ATTRIBUTES,
  CONTENT_ELEMENTS,
  isContentHref,
  isContentSrc,
} from '../../src/shared/content-allow-list.ts';
import { FILENAME_MAX_CHARACTERS, mediaFilename } from '../../src/shared/format/filename.ts';
import { PASSWORD_MIN_CHARACTERS } from '../../src/shared/limits.ts';
import { parseLink } from '../../src/shared/links/parse-link.ts';
import {
  addressEncodings,
  commonPasswords,
  dispositionNames,
  markupAttacks,
  naughtyStrings,
} from '../published-lists.ts';

const encodings = addressEncodings();
const naughty = naughtyStrings();
const names = dispositionNames();
const passwords = commonPasswords();
const attacks = markupAttacks();

describe.skipIf(encodings === null)('a published list of address encodings', () => {
  const urls = encodings ?? [];

  it('holds no link that is accepted', () => {
    expect(urls.length).toBeGreaterThan(700);
    expect(urls.filter((url) => parseLink(url).ok)).toEqual([]);
  });

  it('with a platform host and a post path is accepted only where the URL parser sees that host', () => {
    const accepted = urls
      .map((url) => `${url.replaceAll('cdn.example.com', 'www.instagram.com')}p/C5_A1-QNPrY/`)
      .filter((form) => parseLink(form).ok);
    const elsewhere = accepted.filter((form) => {
      const url = URL.parse(form);
      return url?.hostname !== 'www.instagram.com' || url.username !== '' || url.password !== '';
    });
    expect(elsewhere).toEqual([]);
  });
});

describe.skipIf(naughty === null)('a published list of naughty strings', () => {
  const strings = naughty ?? [];

  it('holds no link, and none that throws', () => {
    expect(strings.length).toBeGreaterThan(400);
    expect(strings.filter((text) => parseLink(text).ok)).toEqual([]);
  });

  it('makes no post of a path, unless it is a shortcode', () => {
    for (const text of strings) {
      const result = parseLink(`https://www.instagram.com/p/${text}`);
      if (result.ok) expect(result.link.id).toMatch(/^[A-Za-z0-9_-]+$/);
    }
  });
});

describe.skipIf(naughty === null || names === null)('published strings in file names', () => {
  it('give a safe name in every part of it', () => {
    const strings = [...(naughty ?? []), ...(names ?? [])];
    expect(strings.length).toBeGreaterThan(900);
    for (const text of strings) {
      const date = new Date('2026-11-21T23:59:59.999Z');
      const parts = { id: text, suffix: text, extension: text };
      const name = mediaFilename({ platform: 'instagram', kind: 'video', date, ...parts });
      expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z0-9]{3,4}$/);
      expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
      expect(name.length).toBeLessThanOrEqual(FILENAME_MAX_CHARACTERS);
    }
  });
});

describe.skipIf(passwords === null)('a published list of common passwords', () => {
  it('is refused, 95 in 100', async () => {
    const common = (passwords ?? []).filter((password) => password.length >= PASSWORD_MIN_CHARACTERS);
    expect(common.length).toBeGreaterThan(8_000);
    const context = { email: 'wilhelmina@mail.example', siteTitle: 'Clip Garden' };
    const weak = await Promise.all(common.map((password) => isWeakPassword(password, context)));
    expect(weak.filter(Boolean).length / common.length).toBeGreaterThanOrEqual(0.95);
  });
});

/** Returns the elements, attributes and addresses of this HTML that the allow-list does not have. */
const notAllowed = (html: string): string[] => {
  const found: string[] = [];
  const elements: readonly string[] = CONTENT_ELEMENTS;
  const parser = new Parser({
    onopentag(element, attributes) {
      if (!elements.includes(element)) found.push(element);
      const allowed = [...(CONTENT_ATTRIBUTES['*'] ?? []), ...(CONTENT_ATTRIBUTES[element] ?? []), 'rel'];
      for (const [name, value] of Object.entries(attributes)) {
        const isAllowed = name === 'href' ? isContentHref(value) : name !== 'src' || isContentSrc(value);
        if (!allowed.includes(name) || !isAllowed) found.push(`${element} ${name}`);
      }
    },
    oncomment: () => void found.push('a comment'),
    onprocessinginstruction: () => void found.push('an instruction'),
  });
  parser.end(html);
  return found;
};

describe.skipIf(attacks === null)('published attacks on sanitisers', () => {
  it('leave nothing that is not allowed, and the result is clean', async () => {
    for (const attack of attacks ?? []) {
      const once = (await cleanContent(attack)) ?? '';
      expect(notAllowed(once), attack).toEqual([]);
      expect((await cleanContent(once)) ?? '', attack).toBe(once);
    }
  });
});
