import { describe, expect, it } from 'vitest';
import { scanHtml, scriptsWith } from './scan-html.ts';

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
});

describe('scriptsWith', () => {
  it('cuts out the scripts whose tag holds the word, whole and in order', () => {
    const html = `<p>word</p><script id="word">{"a":"<p>"}</script><script>word</script><script data-word>2</script x>`;
    expect(scriptsWith(html, 'word')).toBe(
      '<script id="word">{"a":"<p>"}</script><script data-word>2</script>',
    );
  });

  it.each([
    '',
    '<p>',
    '<script',
    '<script id="word"',
    '<script id="word">never closed',
    '<SCRIPT id="word">1</SCRIPT>',
  ])('finds none in %j', (html) => {
    expect(scriptsWith(html, 'word')).toBe('');
  });

  it('reads a megabyte of openings in no time', () => {
    const started = performance.now();
    expect(scriptsWith('<script>'.repeat(150_000), 'word')).toBe('');
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
