import { describe, expect, it } from 'vitest';
import type { PageInput } from '#shared/contract/page.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import { publicDocument as render } from './public-document.tsx';

const input: PageInput = {
  site: {
    ...defaultSite({
      updatedAt: '2026-11-20T08:00:00.000Z',
      samples: true,
      readsStories: true,
      contactEmail: null,
    }),
    title: 'Harbour',
  },
  assets: {
    themeScript: { src: '/assets/theme-1.js', integrity: 'sha384-theme' },
    scripts: [{ src: '/assets/public-1.js', integrity: 'sha384-public' }],
    inlineStyle: null,
    styles: [{ href: '/assets/public-1.css', integrity: 'sha384-style' }],
    fonts: ['/assets/onest-1.woff2'],
  },
  publicUrl: 'https://harbour.example',
  notFound: false,
  bypassesMaintenance: false,
  previewsPerMinute: 20,
};
const withTitle = (title: string): string => render({ ...input, site: { ...input.site, title } });
const bootOf = (html: string): unknown =>
  JSON.parse(/<script type="application\/json" id="site">(.*?)<\/script>/u.exec(html)?.[1] ?? '');

describe('publicDocument', () => {
  const html = render(input);

  it('is a complete document with title, description and canonical link', () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/u);
    expect(html).toContain('<title>Harbour: download Instagram and TikTok videos and photos</title>');
    expect(html).toContain('<meta name="description" content="Paste a public Instagram or TikTok link,');
    expect(html).toContain('<link rel="canonical" href="https://harbour.example/">');
    expect(html).toContain('viewport-fit=cover');
    expect(html.match(/name="theme-color"/gu)).toHaveLength(2);
  });

  it('contains the form, so that it works without scripts', () => {
    expect(html).toContain('<form id="link-form"');
    expect(html).toMatch(/<form[^>]* method="post"/u);
    expect(html).toMatch(/<form[^>]* action="\/preview"/u);
    // Ahead of the button that only a script enables, because Enter presses the first one.
    expect(html).toMatch(/<noscript><button type="submit"[^>]*>Fetch preview<\/button><\/noscript><button/u);
    expect(html.match(/data-testid="type-tab-/gu)).toHaveLength(4);
    expect(html.match(/<h1/gu)).toHaveLength(1);
  });

  it('offers the link of its address to browsers without scripts, escaped, as the primary button', () => {
    const offered = render({ ...input, addressLink: 'https://a.example/?b="><script>' });
    expect(offered).toMatch(
      /<noscript><form action="\/preview" method="post"><input type="hidden" name="url" value="https:\/\/a\.example\/\?b=&quot;&gt;&lt;script&gt;"\/><button type="submit"[^>]*>Preview your link/u,
    );
    // Only the part of the server differs, so hydration and its script know nothing of the link.
    expect(bootOf(offered)).toEqual(bootOf(html));
    expect(html).not.toContain('Preview your link');
  });

  it('has a shared text, escaped, where only the script of the page reads it', () => {
    const text = 'See "https://a.example/"><script>';
    const shared = render({ ...input, addressLink: text, isShared: true });
    const tag = '<meta name="shared-text" content="See &quot;https://a.example/&quot;&gt;&lt;script&gt;">';
    expect(shared.indexOf(tag)).toBeGreaterThan(0);
    expect(shared.indexOf(tag)).toBeLessThan(shared.indexOf('<script'));
    expect(bootOf(shared)).toEqual(bootOf(html));
    expect(html).not.toContain('shared-text');
  });

  it('shows the contact address only if the owner set one', () => {
    expect(html).not.toContain('mailto:');
    expect(html).toContain('has not published a contact address.');
    expect(html).not.toMatch(/Send us a note|Your email goes to|A security issue|How to send a notice/u);
    const site = { ...input.site, contactEmail: 'owner@harbour.example' };
    const withAddress = render({ ...input, site });
    for (const subject of ['A%20link%20that%20should%20work', 'A%20security%20issue', 'A%20question'])
      expect(withAddress).toContain(`href="mailto:owner@harbour.example?subject=${subject}"`);
    expect(withAddress).toContain('How to send a notice');
    expect(withAddress).not.toContain('has not published');
  });

  it('names the owner’s social links as the way to reach them if there is no address', () => {
    const socialLinks = [
      {
        id: 1,
        platform: 'reddit',
        name: 'Reddit',
        icon: 'reddit',
        color: '#ff4500',
        url: 'https://reddit.example/r/harbour',
      } as const,
    ];
    const social = render({ ...input, site: { ...input.site, socialLinks } });
    const section = /<section id="contact".*?<\/section>/su.exec(social)?.[0];
    expect(section).toContain('can be reached on:');
    expect(section).toContain('href="https://reddit.example/r/harbour"');
    expect(section).not.toContain('has not published');
  });

  it('promises stories only if an engine reads them', () => {
    const partsOf = (page: string) =>
      page.slice(page.indexOf('data-part="features"'), page.indexOf('id="site"'));
    const withStories = partsOf(render({ ...input, site: { ...input.site, readsStories: true } }));
    expect(withStories).toContain('Videos, reels, stories and photo sets');
    expect(withStories).toContain('videos, stories and photo sets');
    const without = partsOf(render({ ...input, site: { ...input.site, readsStories: false } }));
    const mentioned = without.match(/(?<=>)[^<>]*\bstor(?:y|ies)\b[^<>]*/giu) ?? [];
    expect(mentioned.map((text) => text.trim())).toEqual([
      'Share to story',
      'Public Instagram posts, reels, videos and photo sets, and public TikTok videos and photo posts. Short links from the Share menu work too. Private posts never do, and stories do not work on this site at the moment.',
      'How long can I download a story?',
      'Stories are available for about 24 hours after they are posted. This site has no way to read them at the moment.',
      'Use a post, not a story',
      'This site can&#x27;t read stories at the moment.',
    ]);
  });

  it('speaks of encryption only on a site with HTTPS', () => {
    expect(html).toContain('Encrypted connection');
    expect(html).toContain('Encrypted. Nothing about your downloads is kept.');
    const plain = render({ ...input, publicUrl: 'http://harbour.example' });
    expect(plain).not.toMatch(/encrypted/iu);
    expect(plain).toContain('<p>Nothing about your downloads is kept.</p>');
  });

  it('states the limit that is configured', () => {
    expect(html).toContain('20 previews a minute, for everyone');
    expect(render({ ...input, previewsPerMinute: 1 })).toContain('1 preview a minute, for everyone');
  });

  it('promises with direct delivery only what this site does then', () => {
    const direct = render({ ...input, site: { ...input.site, delivery: 'direct' } });
    for (const sentence of [
      'Encrypted. Nothing about your downloads is kept.',
      'Real bytes, real speed and a cancel button.',
      'The file is on your device, ready to share.',
      'Your link is used to fetch the preview and the file',
      'On Android it lands in Downloads',
    ]) {
      expect(html).toContain(sentence);
      expect(direct).not.toContain(sentence);
    }
    expect(html).not.toContain('your IP address');
    expect(direct).toContain('so the platform sees your IP address and which file you open.');
    expect(direct).toContain('When you open a file, its platform sees your IP address.');
    expect(direct).toContain('Save the file from the tab that opens.');
  });

  it('loads every file with its integrity, the theme script before the styles', () => {
    expect(html).toContain('<script src="/assets/theme-1.js" integrity="sha384-theme"></script>');
    expect(html).toContain(
      '<script type="module" fetchpriority="low" src="/assets/public-1.js" integrity="sha384-public"></script>',
    );
    expect(html).toContain('<link rel="stylesheet" href="/assets/public-1.css" integrity="sha384-style">');
    expect(html).toMatch(/<link rel="preload" href="\/assets\/onest-1\.woff2"[^>]* crossorigin>/u);
    expect(html.indexOf('theme-1.js')).toBeLessThan(html.indexOf('public-1.css'));
  });

  it('contains the text of the theme script and of the styles unchanged, as their hashes require', () => {
    const themeScript = { text: '{let a=1<2&&"$&"}', hash: 'sha384-a' };
    const inlineStyle = { text: '.a>.b{content:"\\201c$1"}', hash: 'sha384-b' };
    const inlined = render({ ...input, assets: { ...input.assets, themeScript, inlineStyle, styles: [] } });
    expect(inlined).toContain(`<script>${themeScript.text}</script>`);
    expect(inlined).toContain(`<style>${inlineStyle.text}</style>`);
    expect(inlined.indexOf('<script>')).toBeLessThan(inlined.indexOf('<style'));
    expect(inlined).not.toContain('rel="stylesheet"');
  });

  it('omits an empty integrity', () => {
    const scripts = [{ src: '/src/web/public.tsx', integrity: '' }];
    expect(render({ ...input, assets: { ...input.assets, scripts } })).toContain(
      '<script type="module" fetchpriority="low" src="/src/web/public.tsx"></script>',
    );
  });

  it('has no inline style, script or handler, and no nonce', () => {
    expect(html).not.toMatch(/\sstyle=/u);
    expect(html).not.toMatch(/<style/u);
    expect(html).not.toMatch(/\son\w+=/u);
    expect(html).not.toMatch(/nonce/u);
    const scripts = [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gsu)];
    expect(scripts).toHaveLength(4);
    for (const [, attributes = '', body] of scripts) {
      if (!/type="application\/(?:ld\+)?json"/u.test(attributes)) expect(body).toBe('');
    }
  });

  it('embeds the data it was rendered with', () => {
    expect(bootOf(html)).toEqual({ site: input.site, bypassesMaintenance: false });
  });

  it.each([
    '</script><script>alert(1)</script>',
    '</title><img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    '<!--<script>',
    "' onfocus='alert(1)",
    'a\u2028b\u2029c & d',
  ])('escapes a hostile title: %j', (title) => {
    const hostile = withTitle(title);
    expect(hostile).not.toMatch(/<script>|<img|<svg on|<!--</u);
    expect(hostile.match(/<script/gu)).toHaveLength(4);
    expect(hostile.match(/<\/title>/gu)).toHaveLength(1);
    expect(hostile.match(/<svg/gu)).toHaveLength(html.match(/<svg/gu)?.length ?? 0);
    expect(bootOf(hostile)).toMatchObject({ site: { title } });
    expect(/id="site">(.*?)<\/script>/su.exec(hostile)?.[1]).not.toMatch(/[<>&\u2028\u2029]/u);
  });

  it('says in title and headline that an unknown path is no page, and disables indexing', () => {
    const missing = render({ ...input, notFound: true });
    expect(missing).toContain('<title>Harbour: This page isn&#39;t here</title>');
    expect(/<h1[^>]*>(.*?)<\/h1>/u.exec(missing)?.[1]).toBe('This page isn&#x27;t here');
    expect(missing).not.toContain('Paste the link. Keep');
    expect(missing).toContain('id="link-form"');
    expect(missing).toContain('<meta name="robots" content="noindex">');
    expect(missing).not.toContain('rel="canonical"');
    expect(html).not.toContain('isn&#x27;t here');
  });

  it('leads home from an unknown path, and only from there', () => {
    const content = '<p><a href="#faqs">Questions</a></p>';
    const targets = (notFound: boolean) => {
      const page = render({ ...input, site: { ...input.site, content }, notFound });
      expect(bootOf(page)).toHaveProperty('bypassesMaintenance');
      expect((bootOf(page) as { home?: string }).home).toBe(notFound ? '/' : undefined);
      const hrefs = [...page.matchAll(/ href="(\/?#[^"]*|\/)"/gu)].map(([, href]) => href ?? '');
      return new Set(hrefs.filter((href) => href !== '#link'));
    };
    expect([...targets(true)].filter((href) => !href.startsWith('/'))).toEqual([]);
    for (const href of ['/', '/#faqs', '/#contact', '/#copyright']) expect(targets(true)).toContain(href);
    expect([...targets(false)].filter((href) => href.startsWith('/'))).toEqual([]);
    for (const href of ['#hero', '#faqs', '#contact', '#copyright']) expect(targets(false)).toContain(href);
  });

  it('contains the owner’s content, hidden while it is empty', () => {
    const sectionOf = (page: string) => /<section [^>]*id="owner-content"[^>]*>/u.exec(page)?.[0];
    expect(sectionOf(html)).toContain(' hidden=""');
    const content = '<h1>Welcome &amp; hello</h1><p class="text-size-18">Text</p>';
    const filled = render({ ...input, site: { ...input.site, content } });
    expect(sectionOf(filled)).toContain(' aria-label="Welcome &amp; hello"');
    expect(sectionOf(filled)).not.toContain('hidden');
    expect(filled).toContain(
      '<h2 class="heading-1">Welcome &amp; hello</h2><p class="text-size-18">Text</p>',
    );
    expect(filled.match(/<h1/gu)).toHaveLength(1);
  });

  it('is covered and inert during maintenance', () => {
    expect(html).not.toContain('alertdialog');
    const closed = render({ ...input, site: { ...input.site, maintenance: true } });
    expect(closed).toMatch(/<div id="root"><div class="[^"]*" inert="">/u);
    expect(closed).toContain('role="alertdialog" aria-modal="true"');
    expect(closed).toContain('We&#x27;ll Be Right Back');
    expect(closed).not.toContain('Last checked');
  });

  it('has the owner’s header settings', () => {
    const navbar = {
      ...input.site.navbar,
      links: [
        { id: 'a', label: 'Shop', target: 'https://shop.example' as const, visible: true, newTab: true },
        { id: 'b', label: 'Nowhere', target: '#dmca' as const, visible: false, newTab: false },
      ],
      themeSwitch: false,
    };
    const own = render({ ...input, site: { ...input.site, navbar, logo: 'data:image/png;base64,AAAA' } });
    expect(own).toContain('href="https://shop.example" target="_blank" rel="noopener noreferrer">Shop</a>');
    expect(own).not.toContain('>Nowhere<');
    expect(own).not.toContain('Use dark theme');
    expect(own).toContain('src="data:image/png;base64,AAAA" alt=""');
  });

  it('offers the samples only if they are enabled', () => {
    expect(html).toContain('href="/?sample=clip"');
    expect(render({ ...input, site: { ...input.site, samples: false } })).not.toContain('?sample=');
  });

  it('renders equal input to equal strings', () => expect(render(input)).toBe(html));
});
