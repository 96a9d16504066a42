import { describe, expect, it } from 'vitest';
import { CONTENT_CLASSES, CONTENT_ELEMENTS, isContentHref, isContentSrc } from './content-allow-list.ts';

describe('the allow-list for page content', () => {
  it.each([
    'https://harbour.example/a',
    'HTTP://harbour.example',
    'mailto:a@harbour.example',
    '#faqs',
    '/',
    '/help',
    '/status?x=1#days',
    '/@harbour/video/1',
  ])('allows links to %s', (href) => expect(isContentHref(href)).toBe(true));

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://harbour.example/1',
    '//harbour.example',
    '/\\harbour.example',
    '\\/harbour.example',
    '/\t/harbour.example',
    '/\n\\harbour.example',
    '/help\\x',
    '/. /,alert(1)',
    'help',
    './/harbour.example',
    'https:harbour.example',
    '',
  ])('rejects links to %j', (href) => expect(isContentHref(href)).toBe(false));

  it.each(['/api/logo/1', 'data:image/png;base64,AAAA', 'data:image/webp;base64,AAAA'])(
    'allows a picture from %s',
    (src) => expect(isContentSrc(src)).toBe(true),
  );

  it.each([
    'https://harbour.example/a.png',
    '//harbour.example/a.png',
    '/\\harbour.example/a.png',
    '/\t/harbour.example/a.png',
    '/\r\n\\harbour.example/a.png',
    'data:image/svg+xml;base64,AAAA',
    'data:text/html;base64,AAAA',
    'a.png',
  ])('rejects a picture from %j', (src) => expect(isContentSrc(src)).toBe(false));

  it('contains no element that runs scripts, frames pages or submits forms', () => {
    for (const name of ['script', 'iframe', 'form', 'input', 'style', 'svg', 'base', 'meta', 'link'])
      expect(CONTENT_ELEMENTS).not.toContain(name);
    expect(CONTENT_CLASSES).toContain('text-size-18');
  });
});
