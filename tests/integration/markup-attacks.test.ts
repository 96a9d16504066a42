import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { cleanContent } from '../../src/server/site/settings/content/clean-content.ts';
import {
  CONTENT_ATTRIBUTES,
  CONTENT_CLASSES,
  CONTENT_ELEMENTS,
  CONTENT_LINK_REL,
  isContentHref,
  isContentSrc,
} from '../../src/shared/content-allow-list.ts';
import { MARKUP_ATTACKS } from '../markup-attacks.ts';

interface Found {
  readonly element: string;
  readonly name: string;
  readonly value: string;
}

/** Returns everything in the HTML that the allow-list does not allow. */
const findDisallowed = (html: string): Found[] => {
  const found: Found[] = [];
  const elements: readonly string[] = CONTENT_ELEMENTS;
  const mayStay: Record<string, (value: string) => boolean> = {
    class: (value) => CONTENT_CLASSES.includes(value),
    href: isContentHref,
    src: isContentSrc,
    target: (value) => value === '_blank',
    rel: (value) => value === CONTENT_LINK_REL,
  };
  const parser = new Parser({
    onopentag(element, attributes) {
      if (!elements.includes(element)) found.push({ element, name: '', value: '' });
      const allowed = [...(CONTENT_ATTRIBUTES['*'] ?? []), ...(CONTENT_ATTRIBUTES[element] ?? [])];
      if (element === 'a') allowed.push('rel');
      for (const [name, value] of Object.entries(attributes))
        if (!allowed.includes(name) || !(mayStay[name]?.(value) ?? true))
          found.push({ element, name, value });
    },
    oncomment: (value) => void found.push({ element: '!', name: '', value }),
    onprocessinginstruction: (name, value) => void found.push({ element: '?', name, value }),
  });
  parser.end(html);
  return found;
};

const clean = async (html: string): Promise<string> => (await cleanContent(html)) ?? '';

describe('attacks on the content sanitiser', () => {
  it('finds disallowed markup (self-check of the helper)', () => {
    expect(findDisallowed('<p onclick="a()"><x><a href="javascript:a()">').map(({ name }) => name)).toEqual([
      'onclick',
      '',
      'href',
    ]);
  });

  it.each(MARKUP_ATTACKS)(
    'removes everything disallowed from %s, and does not change its own output',
    async (attack) => {
      const once = await clean(attack);
      expect(findDisallowed(once)).toEqual([]);
      expect(await clean(once)).toBe(once);
    },
  );
});
