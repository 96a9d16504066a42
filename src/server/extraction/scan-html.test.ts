import { describe, expect, it } from 'vitest';
import { scanHtml } from './scan-html.ts';

const eventsOf = (html: string): string[] => {
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
  it('passes a script as a whole, with its text unchanged', () => {
    expect(eventsOf('<script id="a">{"x":"<b>&amp;"}</script>')).toEqual(['script a: {"x":"<b>&amp;"}']);
  });

  it('closes open elements and resolves entities', () => {
    expect(eventsOf('<p>1 &lt; 2<br>')).toEqual(['<p>', '1 ', '<', ' 2', '<br>', '</br>', '</p>']);
  });

  it('stops on a page that is nested too deeply', () => {
    const seen = eventsOf(`${'<div>'.repeat(5_000)}<i>`);
    expect(seen).not.toContain('<i>');
    expect(seen.length).toBeLessThan(2_100);
  });

  it.each([
    ['tags', '<br>'.repeat(500_000)],
    ['attributes', `<a ${Array.from({ length: 300_000 }, (_, index) => `a${index}`).join(' ')}>`],
  ])('stops on a page with too many %s', (_what, html) => {
    const seen = eventsOf(`${html}<i>`);
    expect(seen).not.toContain('<i>');
    expect(seen.length).toBeLessThan(50_000);
  });
});
