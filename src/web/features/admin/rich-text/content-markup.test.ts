import { describe, expect, it } from 'vitest';
import { contentMarkup } from './content-markup.ts';
import { contentSchema } from './editor-extensions.ts';

type Json = Record<string, unknown>;

const text = (words: string, ...marks: (string | Json)[]): Json => ({
  type: 'text',
  text: words,
  marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark)),
});
const size = (pixels: unknown): Json => ({ type: 'textSize', attrs: { size: pixels } });
const link = (href: string, target: string | null = null): Json => ({
  type: 'link',
  attrs: { href, target },
});
const node = (type: string, content: Json[] = [], attrs: Json = {}): Json => ({ type, attrs, content });
const p = (...content: Json[]): Json => node('paragraph', content);

const markup = (...content: Json[]): string =>
  contentMarkup(contentSchema.nodeFromJSON({ type: 'doc', content }));

describe('contentMarkup', () => {
  it('is empty for a document without text or picture', () => {
    expect(markup(p())).toBe('');
    expect(markup(p(text(' ')), node('horizontalRule'), node('heading', [], { level: 1 }))).toBe('');
    expect(markup(p(node('picture', [], { src: '/api/logo/1' })))).not.toBe('');
  });

  it('writes every block as its element', () => {
    expect(
      markup(
        node('heading', [text('Title')], { level: 4 }),
        node('blockquote', [p(text('Said'))]),
        node('codeBlock', [text('a < b')]),
        node('horizontalRule'),
        node('orderedList', [node('listItem', [p(text('one'))])]),
      ),
    ).toBe(
      '<h4>Title</h4><blockquote><p>Said</p></blockquote><pre><code>a &lt; b</code></pre><hr><ol><li>one</li></ol>',
    );
  });

  it('opens a mark once per run of text', () => {
    expect(
      markup(
        p(
          text('a', 'bold'),
          text('b', 'bold', 'italic'),
          text('c', 'italic'),
          text('d', 'underline', 'strike'),
        ),
      ),
    ).toBe('<p><strong>a<em>b</em></strong><em>c</em><s><u>d</u></s></p>');
  });

  it('writes a size as a class, and only an offered one', () => {
    expect(
      markup(p(text('small', size(10)), text(' own', size(16)), text(' odd', size('22" onclick="x')))),
    ).toBe('<p><span class="text-size-10">small</span> own odd</p>');
  });

  it('writes only URLs on the allow-list', () => {
    expect(markup(p(text('x', link('https://harbour.example/?a=1&b="2"', '_blank'))))).toBe(
      '<p><a href="https://harbour.example/?a=1&amp;b=&quot;2&quot;" target="_blank">x</a></p>',
    );
    expect(markup(p(text('x', link('javascript:alert(1)', '_top'))))).toBe('<p>x</p>');
    expect(markup(p(text('y'), node('picture', [], { src: 'https://harbour.example/a.png' })))).toBe(
      '<p>y</p>',
    );
  });

  it('preserves nested lists, tables with spans, and figures', () => {
    expect(
      markup(
        node('bulletList', [
          node('listItem', [p(text('a')), node('bulletList', [node('listItem', [p(text('b'))])])]),
        ]),
        node('table', [
          node('tableHead', [node('tableRow', [node('tableHeader', [p(text('h'))], { colspan: 2 })])]),
          node('tableBody', [
            node('tableRow', [
              node('tableCell', [p(text('1'))]),
              node('tableCell', [p(text('2')), p(text('3'))]),
            ]),
          ]),
        ]),
        node('figure', [
          p(node('picture', [], { src: '/favicon.svg', alt: 'A "mark"' })),
          node('figureCaption', [text('Our mark')]),
        ]),
      ),
    ).toBe(
      '<ul><li>a<ul><li>b</li></ul></li></ul>' +
        '<table><thead><tr><th colspan="2">h</th></tr></thead><tbody><tr><td>1</td><td><p>2</p><p>3</p></td></tr></tbody></table>' +
        '<figure><img src="/favicon.svg" alt="A &quot;mark&quot;"><figcaption>Our mark</figcaption></figure>',
    );
  });

  it('preserves a blank line between paragraphs and drops those at the end', () => {
    expect(markup(p(text('a')), p(), p(text('b', 'bold'), node('hardBreak'), text('c')), p(), p())).toBe(
      '<p>a</p><p><br></p><p><strong>b</strong><br>c</p>',
    );
  });

  it('escapes text that looks like markup', () => {
    expect(markup(p(text('<img src=x onerror=alert(1)> & \u00a0')))).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt; &amp; &nbsp;</p>',
    );
    expect(markup(node('paragraph', [text('t')], { title: '"><b>' }))).toBe(
      '<p title="&quot;&gt;&lt;b&gt;">t</p>',
    );
  });
});
