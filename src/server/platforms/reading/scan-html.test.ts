import { describe, expect, it } from 'vitest';
import { scanHtml } from './scan-html.ts';

const eventsOf = async (html: string): Promise<string[]> => {
  const events: string[] = [];
  await scanHtml(html, {
    open: (name) => events.push(`<${name}>`),
    close: (name) => events.push(`</${name}>`),
    text: (text) => events.push(text),
  });
  return events;
};

describe('scanHtml', () => {
  it('omits the text of a script', async () => {
    expect(await eventsOf('<script id="a">{"x":"<b>&amp;"}</script>1')).toEqual([
      '<script>',
      '</script>',
      '1',
    ]);
  });

  it('reads elements and entities that lie across two pieces', async () => {
    for (let spaces = 32 * 1024 - 30; spaces <= 32 * 1024; spaces += 1) {
      const events = await eventsOf(`${' '.repeat(spaces)}<p title="a b">1 &amp; 2</p>`);
      expect(events.join('').trim()).toBe('<p>1 & 2</p>');
    }
  });

  it('closes open elements and resolves entities', async () => {
    expect(await eventsOf('<p>1 &lt; 2<br>')).toEqual(['<p>', '1 ', '<', ' 2', '<br>', '</br>', '</p>']);
  });

  it('stops on a page that is nested too deeply', async () => {
    const seen = await eventsOf(`${'<div>'.repeat(5_000)}<i>`);
    expect(seen).not.toContain('<i>');
    expect(seen.length).toBeLessThan(2_100);
  });

  it.each([
    ['tags', '<br>'.repeat(500_000)],
    ['attributes', `<a ${Array.from({ length: 300_000 }, (_, index) => `a${index}`).join(' ')}>`],
  ])('stops on a page with too many %s', async (_what, html) => {
    const seen = await eventsOf(`${html}<i>`);
    expect(seen).not.toContain('<i>');
    expect(seen.length).toBeLessThan(50_000);
  });
});
