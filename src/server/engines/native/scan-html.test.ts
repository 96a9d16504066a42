import { describe, expect, it } from 'vitest';
import { scanHtml } from './scan-html.ts';

const told = (html: string): string[] => {
  const events: string[] = [];
  scanHtml(html, {
    script: (attributes, text) => events.push(`script ${attributes['id'] ?? '-'}: ${text}`),
    open: (name) => events.push(`<${name}>`),
    close: (name) => events.push(`</${name}>`),
    text: (text) => events.push(text),
  });
  return events;
};

describe('scanHtml', () => {
  it('gives a script whole, its text as it stands', () => {
    expect(told('<script id="a">{"x":"<b>&amp;"}</script>')).toEqual(['script a: {"x":"<b>&amp;"}']);
  });

  it('closes what a page leaves open and resolves entities', () => {
    expect(told('<p>1 &lt; 2<br>')).toEqual(['<p>', '1 ', '<', ' 2', '<br>', '</br>', '</p>']);
  });

  it('leaves a page that is nested beyond reason', () => {
    const seen = told(`${'<div>'.repeat(5_000)}<i>`);
    expect(seen).not.toContain('<i>');
    expect(seen.length).toBeLessThan(2_100);
  });

  it.each([
    ['tags', '<br>'.repeat(500_000)],
    ['attributes', `<a ${Array.from({ length: 300_000 }, (_, index) => `a${index}`).join(' ')}>`],
  ])('stops after more %s than any page has', (_what, html) => {
    const seen = told(`${html}<i>`);
    expect(seen).not.toContain('<i>');
    expect(seen.length).toBeLessThan(50_000);
  });
});
