import { describe, expect, it } from 'vitest';
import { firstHeading, isEmptyContent, presentContent } from './present-content.ts';

describe('presentContent', () => {
  it('takes headings one level down and keeps their size', () => {
    expect(presentContent('<h1>A</h1><h5>B</h5><h6>C</h6>')).toBe(
      '<h2 class="heading-1">A</h2><h6 class="heading-5">B</h6><h6 class="heading-6">C</h6>',
    );
  });

  it('keeps the size class and the title of a heading', () => {
    expect(presentContent('<h2 title="t" class="text-size-18">A</h2>')).toBe(
      '<h3 title="t" class="heading-2 text-size-18">A</h3>',
    );
  });

  it('leaves hr and what only looks like a heading alone', () => {
    expect(presentContent('<hr><p>h1 &lt;h1&gt; rel="x"</p>')).toBe('<hr><p>h1 &lt;h1&gt; rel="x"</p>');
  });

  it('gives links to elsewhere the rel they need, whatever they had', () => {
    expect(presentContent('<a rel="opener" href="https://harbour.example" target="_blank">A</a>')).toBe(
      '<a rel="noopener noreferrer nofollow" href="https://harbour.example" target="_blank">A</a>',
    );
    expect(presentContent('<a href="#faqs">A</a><a>B</a>')).toBe('<a href="#faqs">A</a><a>B</a>');
  });
});

describe('isEmptyContent', () => {
  it.each(['', ' \n', '<p></p>', '<p>&nbsp;<br></p>', '<h2> </h2><hr>'])('is true for %j', (html) =>
    expect(isEmptyContent(html)).toBe(true),
  );
  it.each(['a', '<p>a</p>', '<img src="/api/logo/1" alt="">', '<p>&amp;</p>'])('is false for %j', (html) =>
    expect(isEmptyContent(html)).toBe(false),
  );
});

describe('firstHeading', () => {
  it('is the text of the first heading that has some', () => {
    expect(firstHeading('<p>a</p><h3 class="text-size-20">Q&amp;A <em>today</em></h3><h1>b</h1>')).toBe(
      'Q&A today',
    );
    expect(firstHeading('<h1>1 &amp;lt; 2</h1>')).toBe('1 &lt; 2');
  });
  it('is null without one', () => {
    expect(firstHeading('<p>a</p>')).toBeNull();
    expect(firstHeading('<h1> </h1>')).toBeNull();
  });
});
