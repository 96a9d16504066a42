import { describe, expect, it } from 'vitest';
import { defaultSite } from '#shared/contract/site-settings.ts';
import { panelDocument } from './panel-document.ts';

const site = {
  ...defaultSite({
    updatedAt: '2026-02-03T04:05:06.000Z',
    contactEmail: null,
    samples: false,
    readsStories: false,
  }),
  title: '</title><script>alert(1)</script>',
};
const html = panelDocument({
  site,
  assets: {
    themeScript: { src: '/assets/theme.js', integrity: 'sha384-t' },
    scripts: [{ src: '/assets/panel/panel.js', integrity: 'sha384-p' }],
    inlineStyle: null,
    styles: [{ href: '/assets/panel/panel.css', integrity: 'sha384-s' }],
    fonts: ['/assets/panel/onest.woff2'],
  },
  publicUrl: 'https://savelet.example',
  notFound: false,
  bypassesMaintenance: false,
  previewsPerMinute: 20,
});

describe('panelDocument', () => {
  it('is excluded from search engines', () => {
    expect(html).toContain('<meta name="robots" content="noindex">');
  });

  it('links every file with its integrity', () => {
    for (const [file, mark] of [
      ['theme.js', 't'],
      ['panel.js', 'p'],
      ['panel.css', 's'],
    ])
      expect(html).toMatch(new RegExp(`${file}" integrity="sha384-${mark}"`, 'u'));
  });

  it('escapes the title', () => {
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('&lt;/title&gt;');
    const data = /<script type="application\/json" id="site">(.*)<\/script>/u.exec(html)?.[1];
    expect(JSON.parse(data!)).toEqual(site);
  });

  it('has no inline style', () => {
    expect(html).not.toMatch(/ style=|<style/u);
  });
});
