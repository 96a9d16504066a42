import { afterEach, expect, it } from 'vitest';
import { setBasePath } from '#shared/base-path.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import { offlineDocument } from './offline-document.ts';

const assets = {
  themeScript: { text: 'theme()', hash: 'sha256-theme' },
  scripts: [],
  inlineStyle: { text: 'a{}', hash: 'sha256-style' },
  styles: [],
  fonts: [],
};
const site = defaultSite({
  updatedAt: '2026-11-20T08:00:00.000Z',
  samples: true,
  readsStories: true,
  contactEmail: null,
});
const write = (title: string): string =>
  offlineDocument({ site: { ...site, title }, assets, publicUrl: 'https://harbour.example' });

afterEach(() => setBasePath(''));

it('names the site, loads nothing but the icon and has one place for the fields of a share', () => {
  const page = write('Harbour');
  expect(page).toContain('<title>Harbour: offline</title>');
  expect(page).toContain('<h1>We can&#39;t reach Harbour</h1>');
  expect(page.match(/<!--/gu)).toHaveLength(1);
  expect(page.match(/ (?:src|href)="[^"]+"/gu)).toEqual([' href="/favicon.svg"']);
});

it('escapes a hostile title', () => {
  const page = write('<!--shared--><script>a()</script>');
  expect(page.match(/<!--shared-->/gu)).toHaveLength(1);
  expect(page.match(/<script>/gu)).toHaveLength(1);
});

it('posts a share below the path of the site', () => {
  setBasePath('/savelet');
  expect(write('Harbour')).toContain('<form method="post" action="/savelet/share"><!--shared--><button>');
});
