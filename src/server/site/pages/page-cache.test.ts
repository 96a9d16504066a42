import { describe, expect, it } from 'vitest';
import type { PageInput } from '#shared/contract/page.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import { createPageCache } from './page-cache.ts';

const ASSETS = {
  themeScript: { src: '/theme.js', integrity: '' },
  scripts: [],
  inlineStyle: null,
  styles: [],
  fonts: [],
};

const HOME = { notFound: false, bypassesMaintenance: false };

const plainly = ({ site, notFound, bypassesMaintenance, addressLink, isShared }: PageInput): string =>
  `${site.title} ${String(notFound)}${bypassesMaintenance ? ' passes' : ''}${addressLink === undefined ? '' : ` "${addressLink}"`}${isShared ? ' shared' : ''}`;

const withPages = (render = plainly) => {
  const rendered: string[] = [];
  let site = defaultSite({
    updatedAt: '2026-01-01T00:00:00.000Z',
    samples: true,
    readsStories: true,
    contactEmail: null,
  });
  const change = (title: string): void => {
    site = { ...site, title, revision: site.revision + 1 };
  };
  const pages = createPageCache(
    (input) => {
      rendered.push(`${String(input.site.revision)} ${String(input.notFound)}`);
      return render(input);
    },
    { current: () => site },
    { assets: ASSETS, publicUrl: 'http://127.0.0.1:3000', previewsPerMinute: 20 },
    () => "default-src 'none'",
  );
  const text = async (notFound = false, bypassesMaintenance = false) =>
    (await pages.get({ notFound, bypassesMaintenance })).uncompressed.toString();
  return { change, pages, rendered, text };
};

describe('createPageCache', () => {
  it('renders each variant once', async () => {
    const { rendered, text } = withPages();
    const forms = [[], [true], [false, true], [true, true]] as const;
    const all = ['Savelet false', 'Savelet true', 'Savelet false passes', 'Savelet true passes'];
    for (let round = 0; round < 2; round += 1)
      expect(await Promise.all(forms.map((form) => text(...form)))).toEqual(all);
    expect(rendered).toEqual(['0 false', '0 true', '0 false', '0 true']);
  });

  it('shares one rendering between concurrent requests', async () => {
    const { pages, rendered } = withPages();
    const all = await Promise.all(Array.from({ length: 50 }, () => pages.get(HOME)));
    expect(new Set(all).size).toBe(1);
    expect(rendered).toHaveLength(1);
  });

  it('renders again, with another ETag, only after a change', async () => {
    const { change, pages, rendered, text } = withPages();
    const { etag } = await pages.get(HOME);
    expect((await pages.get(HOME)).etag).toBe(etag);
    change('Other');
    expect(await text()).toBe('Other false');
    expect((await pages.get(HOME)).etag).not.toBe(etag);
    expect(rendered).toEqual(['0 false', '1 false']);
  });

  it('does not serve a rendering of old settings when they change meanwhile', async () => {
    const { change, pages, rendered, text } = withPages();
    const before = pages.get(HOME);
    change('Other');
    const after = pages.get(HOME);
    expect((await before).uncompressed.toString()).toBe('Savelet false');
    expect((await after).uncompressed.toString()).toBe('Other false');
    expect(await text()).toBe('Other false');
    expect(rendered).toEqual(['0 false', '1 false']);
  });

  it('writes each link into its own page, escaped, without rendering again', async () => {
    const { change, pages, rendered } = withPages();
    const page = async (link: string, bypassesMaintenance = false) =>
      (await pages.getWithLink(link, { bypassesMaintenance })).html;
    expect(await page('https://a.example/?b&c')).toBe('Savelet false "https://a.example/?b&amp;c"');
    expect(await page(`"><script>$&$'`)).toBe(`Savelet false "&quot;&gt;&lt;script&gt;$&amp;$&#39;"`);
    expect(await page('a', true)).toBe('Savelet false passes "a"');
    expect(rendered).toHaveLength(2);
    change('Other');
    expect(await page('b')).toBe('Other false "b"');
    expect(rendered).toHaveLength(3);
  });

  it('does not mix up the pages of shared texts and of links in the address', async () => {
    const { pages, rendered } = withPages();
    const page = async (isShared: boolean) =>
      (await pages.getWithLink('a', { bypassesMaintenance: false, isShared })).html;
    for (let round = 0; round < 2; round += 1)
      expect([await page(true), await page(false)]).toEqual([
        'Savelet false "a" shared',
        'Savelet false "a"',
      ]);
    expect(rendered).toHaveLength(2);
  });

  it('renders again after an error', async () => {
    let faulty = true;
    const { text } = withPages(() => {
      if (faulty) throw new Error('a fault');
      return 'fine';
    });
    await expect(text()).rejects.toThrow('a fault');
    faulty = false;
    expect(await text()).toBe('fine');
  });
});
