import { describe, expect, it } from 'vitest';
import { LEGAL_PAGES, TEXT_PAGES, textPagePath } from '#shared/contract/legal-texts.ts';
import type { TextPageProps } from '#shared/contract/page.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import { defaultLegalText } from '../../lib/default-legal-text.ts';
import { textDocument as render } from './text-document.tsx';

const input: TextPageProps = {
  site: {
    ...defaultSite({
      updatedAt: '2026-11-20T08:00:00.000Z',
      samples: true,
      readsStories: true,
      contactEmail: null,
    }),
    title: 'Harbour <&> Clips',
  },
  assets: {
    themeScript: { src: '/assets/theme-1.js', integrity: 'sha384-theme' },
    scripts: [{ src: '/assets/public-1.js', integrity: 'sha384-public' }],
    inlineStyle: null,
    styles: [{ href: '/assets/public-1.css', integrity: 'sha384-style' }],
    fonts: [],
  },
  publicUrl: 'https://harbour.example',
  page: 'privacy',
  ownText: '',
};
const withSite = (part: Partial<TextPageProps['site']>, page: TextPageProps['page'] = 'privacy') =>
  render({ ...input, page, site: { ...input.site, ...part } });
const mainOf = (html: string): string => html.slice(html.indexOf('<main'), html.indexOf('</main>'));

describe.each(TEXT_PAGES)('the page %s', (page) => {
  const html = render({ ...input, page });

  it('is a complete document with its own title and URL and only the theme script', () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/u);
    expect(html).toMatch(/<title>Harbour &lt;&amp;&gt; Clips: [^<]+<\/title>/u);
    expect(html).toContain(`<link rel="canonical" href="https://harbour.example${textPagePath(page)}">`);
    expect(html).toMatch(/<meta name="description" content="[^"]{40,160}">/u);
    expect(html.match(/<script/gu)).toHaveLength(1);
    expect(html).not.toMatch(/ style=|undefined|\{\w+\}/u);
    expect(html.match(/<h1/gu)).toHaveLength(1);
    expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Back to the form<\/a>/u);
  });

  it('has headings without a gap between their levels', () => {
    const levels = [...mainOf(html).matchAll(/<h(\d)/gu)].map(([, level]) => Number(level));
    expect(levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  });

  it('names each page and section once, apart from the site itself', () => {
    const links = [...html.slice(html.indexOf('<main')).matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/gsu)]
      .map(([, href, name]) => ({ href, name: name?.replaceAll(/<[^>]+>/gu, '') }))
      .filter(({ href }) => href !== '/');
    expect(new Set(links.map(({ href }) => href)).size).toBe(links.length);
    expect(new Set(links.map(({ name }) => name)).size).toBe(links.length);
    const footer = html.slice(html.indexOf('<footer'));
    expect(footer.match(/href="\/#[a-z-]+"/gu)).toHaveLength(12);
    expect(footer).not.toMatch(/href="\/[a-z]/u);
    const others = LEGAL_PAGES.filter((other) => other !== page).map(textPagePath);
    if (page !== 'help')
      expect(links.flatMap(({ href }) => (href?.startsWith('/legal/') === true ? [href] : []))).toEqual(
        others,
      );
  });

  it('offers only ways to reach the owner that exist', () => {
    expect(html).not.toContain('mailto:');
    const address = withSite({ contactEmail: 'owner@harbour.example' }, page);
    if (page === 'privacy' || page === 'dmca' || page === 'help')
      expect(address).toMatch(/href="mailto:owner@harbour\.example\?subject=[^"]+"/u);
    expect(mainOf(address)).not.toContain('has not published');
  });
});

describe('a legal page', () => {
  it.each(LEGAL_PAGES)('says that the default text of %s is one, and is no legal advice', (page) => {
    expect(render({ ...input, page })).toContain('It is not legal advice.');
    const own = render({ ...input, page, ownText: '<p>Ours</p>' });
    expect(mainOf(own)).toContain('<p>Ours</p>');
    expect(own).not.toMatch(/legal advice|standard text/u);
  });

  it('escapes the site’s title in a default text', () => {
    expect(mainOf(render(input))).toContain('Harbour &lt;&amp;&gt; Clips needs no account');
    expect(
      defaultLegalText('terms', { title: '<img src=x>', contactEmail: null, delivery: 'tunnel' }),
    ).not.toContain('<img');
  });

  it('shows the owner’s text below its own heading, with links to sections on the home page', () => {
    const own = mainOf(
      render({
        ...input,
        page: 'dmca',
        ownText:
          '<h1>First</h1><h2>Second</h2><p><a href="#contact">a</a> <a href="https://a.example/">b</a></p>',
      }),
    );
    expect(own).toContain('<h1>DMCA notices</h1>');
    expect(own).toContain('<h2 class="heading-1">First</h2><h2>Second</h2>');
    expect(own).toContain('<a href="/#contact">a</a>');
    expect(own).toContain('<a href="https://a.example/" rel="noopener noreferrer nofollow">b</a>');
  });

  it('names the other legal pages', () => {
    const main = mainOf(render(input));
    for (const page of ['terms', 'dmca', 'copyright']) expect(main).toContain(`href="/legal/${page}"`);
    expect(main).not.toContain('href="/legal/privacy"');
  });
});

describe('the default privacy notice', () => {
  it('says who sees the visitor with each way of delivery', () => {
    const notice = (delivery: 'tunnel' | 'direct') =>
      defaultLegalText('privacy', { title: 'Harbour', contactEmail: null, delivery });
    expect(notice('tunnel')).toContain('Your browser sends requests to this site only.');
    expect(notice('tunnel')).toContain('The file passes through this server, which keeps no copy.');
    expect(notice('direct')).not.toContain('Your browser sends requests to this site only.');
    expect(notice('direct')).not.toContain('<p>The file passes through this server');
    expect(notice('direct')).toContain('The platform then sees your IP address, your browser');
    expect(notice('direct')).toContain('Files that a platform sends itself are not counted.');
  });
});

describe('the help page', () => {
  const help = (part: Partial<TextPageProps> = {}) => mainOf(render({ ...input, page: 'help', ...part }));

  it('has a part for each device, and a table of its parts', () => {
    for (const part of ['iPhone and iPad', 'Android', 'Computer', 'Stories', 'When a preview fails'])
      expect(help()).toContain(`>${part}</h2>`);
    for (const [, id] of help().matchAll(/href="#([\w-]+)"/gu))
      expect(help()).toContain(`<section id="${id}"`);
  });

  it('names the address that a shortcut opens', () => {
    expect(help()).toContain('>https://harbour.example/#link=</code>');
  });

  it('offers to install the site only over HTTPS', () => {
    expect(help()).toContain('Add to Home screen');
    expect(help({ publicUrl: 'http://harbour.example' })).not.toContain('Add to Home screen');
  });

  it('promises stories only if an engine reads them', () => {
    expect(help()).toContain('copy the link while the story is up.');
    const without = help({ site: { ...input.site, readsStories: false } });
    expect(without).toContain('This site can&#x27;t read stories at the moment.');
    expect(without).not.toContain('copy the link while the story is up.');
    expect(without).toContain('about 24 hours');
  });

  it('describes the new tab only with direct delivery', () => {
    expect(help()).toContain('picks up where it stopped');
    expect(help()).not.toContain('new tab');
    const direct = help({ site: { ...input.site, delivery: 'direct' } });
    expect(direct.match(/The file opens in a new tab/gu)).toHaveLength(3);
    expect(direct).not.toContain('Keep the page open until it has finished.');
  });

  it('names the owner’s social links if there is no address', () => {
    const reddit = {
      id: 1,
      platform: 'reddit',
      name: 'Reddit',
      icon: 'reddit',
      color: '#ff4500',
      url: 'https://reddit.example/r/harbour',
    } as const;
    expect(mainOf(withSite({ socialLinks: [reddit] }, 'help'))).toContain(
      'href="https://reddit.example/r/harbour"',
    );
  });
});
