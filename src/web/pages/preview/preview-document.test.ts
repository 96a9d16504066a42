import { describe, expect, it } from 'vitest';
import type { PreviewPageInput } from '#shared/contract/page.ts';
import type { Post, PostItem, Quality } from '#shared/contract/preview.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import { previewDocument as render } from './preview-document.tsx';

const quality = (label: string, over: Partial<Quality> = {}): Quality => ({
  label,
  mime: 'video/mp4',
  size: 3 * 1024 * 1024,
  sizeKnown: true,
  url: `/api/media/${label.replaceAll(' ', '')}`,
  extension: 'mp4',
  quality: label,
  videoAvailable: true,
  audioAvailable: true,
  filename: `tiktok_video_1_${label}.mp4`,
  ...over,
});
const HD = quality('1080p Full HD');
const SOUND = quality('Audio (MP3)', { extension: 'mp3', videoAvailable: false });
const PHOTO = quality('Photo', { extension: 'jpg', width: 1_080, height: 1_350 });
const post = (over: Partial<Post> = {}): Post => ({
  id: '1',
  platform: 'tiktok',
  type: 'video',
  username: 'ann',
  caption: 'A quiet morning',
  thumbnail: '/api/media/poster',
  duration: 42,
  url: 'https://www.tiktok.com/@ann/video/1',
  source: 'tiktok',
  engine: 'native',
  qualities: [HD, SOUND],
  items: [
    {
      kind: 'video',
      thumbnail: '/api/media/poster',
      width: null,
      height: null,
      duration: 42,
      qualities: [HD, SOUND],
    },
  ],
  ...over,
});
const input: PreviewPageInput = {
  site: defaultSite({
    updatedAt: '2026-11-20T08:00:00.000Z',
    samples: true,
    readsStories: true,
    contactEmail: null,
  }),
  assets: {
    themeScript: { src: '/assets/theme-1.js', integrity: 'sha384-theme' },
    scripts: [{ src: '/assets/public-1.js', integrity: 'sha384-public' }],
    inlineStyle: null,
    styles: [{ href: '/assets/public-1.css', integrity: 'sha384-style' }],
    fonts: [],
  },
  publicUrl: 'https://harbour.example',
  link: 'https://www.tiktok.com/@ann/video/1',
  type: 'reels',
  answer: { kind: 'post', post: post() },
};
const withPost = (over: Partial<Post>): string =>
  render({ ...input, answer: { kind: 'post', post: post(over) } });
const textOf = (html: string): string =>
  html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/gu, '|')
    .replaceAll(/\|[|\s]*/gu, '|');

describe('previewDocument', () => {
  const html = render(input);

  it('is a complete document with no script but the theme’s, and no place in search engines', () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/u);
    expect(html.match(/<script/gu)).toHaveLength(1);
    expect(html).toContain('<script src="/assets/theme-1.js" integrity="sha384-theme"></script>');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toMatch(/ style=| on\w+=|href="#/u);
    expect(html.match(/<h1/gu)).toHaveLength(1);
  });

  it('keeps link and tab in the form, which posts again', () => {
    expect(html).toMatch(/<form[^>]* action="\/preview" method="post"/u);
    expect(html).toMatch(/<input id="link"[^>]* value="https:\/\/www\.tiktok\.com\/@ann\/video\/1"/u);
    expect(/<input[^>]*value="reels"[^>]*>/u.exec(html)?.[0]).toContain('checked=""');
  });

  it('sends the next of several links with the type of that link', () => {
    const reel = 'https://www.instagram.com/reel/Cq7Lm2Kd9aB/';
    const more = render({ ...input, type: 'story', link: `${input.link} ${reel}` });
    const offer = more.slice(more.indexOf('data-testid="more-links"'));
    expect(offer).toContain(`<input type="hidden" name="url" value="${reel}"/>`);
    expect(offer).toContain('<input type="hidden" name="type" value="reels"/>');
  });

  it('says once how long a limit lasts', () => {
    const failed = {
      kind: 'failed',
      code: 'rate_limited',
      message: 'Rate limit exceeded. Please try again later.',
      retryAfter: 23.2,
      ownLimit: undefined,
      reason: undefined,
      reference: '7K3M-Q2XD',
    } as const;
    const limited = textOf(render({ ...input, answer: failed }));
    expect(limited.match(/Try again in/gu)).toHaveLength(1);
    expect(limited).toContain('|Try again in 24 s|');
    expect(limited).toContain('asks TikTok again');
    expect(textOf(render({ ...input, answer: { ...failed, ownLimit: true } }))).toContain('limit for now');
  });

  it('shows the clip with the browser’s controls and every quality as a link that saves it', () => {
    expect(html).toMatch(
      /<video[^>]* src="\/api\/media\/1080pFullHD" poster="\/api\/media\/poster"[^>]* controls=""/u,
    );
    expect(textOf(html)).toContain('|@ann|TikTok video, 0:42|');
    expect(textOf(html)).toContain('|A quiet morning|');
    expect(textOf(html)).toContain('|Download|1080p Full HD|Best quality, larger file|3.00 MB|');
    expect(html).toContain('href="/api/media/1080pFullHD?download"');
    expect(html).toContain('href="/api/media/Audio(MP3)?download"');
    expect(textOf(html)).toContain('|Download 1080p, 3.00 MB|');
    // The name may break between its parts.
    expect(textOf(html).replaceAll('|', '')).toContain('Saving as tiktok_video_1_1080p Full HD.mp4');
  });

  it('shows every item of a set with its files, and says that ZIP needs scripts', () => {
    const item: PostItem = {
      kind: 'photo',
      thumbnail: null,
      width: null,
      height: null,
      duration: 0,
      qualities: [PHOTO],
    };
    const set = withPost({ items: [item, { ...item, kind: 'video', qualities: [HD] }], statedItems: 3 });
    expect(textOf(set)).toContain('|TikTok post, 1\u00a0photo and 1\u00a0video|');
    expect(textOf(set)).toContain('|Photo 1|Download Photo 1:|Photo|');
    expect(textOf(set)).toContain('|Video 2|Download Video 2:|1080p Full HD|');
    expect(textOf(set)).toContain('|Only 2 of the 3 items of this post could be read.|');
    expect(set.match(/<img[^>]* src="\/api\/media\/Photo"/gu)).toHaveLength(1);
  });

  it('shows a sound with its player, and caption files', () => {
    const sound = withPost({
      items: [{ kind: 'audio', thumbnail: null, width: null, height: null, duration: 8, qualities: [SOUND] }],
      captions: [
        { language: 'en-US', origin: 'author', size: 2_048, url: '/api/media/vtt', filename: 'a.vtt' },
      ],
    });
    expect(sound).toMatch(/<video[^>]* src="\/api\/media\/Audio\(MP3\)"[^>]* controls=""/u);
    expect(textOf(sound)).toContain('|English (United States)|By the author|2.00 KB|');
    expect(sound).toContain('href="/api/media/vtt?download"');
  });

  it('says what is wrong with the form, at the field', () => {
    const empty = render({ ...input, link: '', answer: { kind: 'invalid', reason: 'empty' } });
    expect(textOf(empty)).toContain('|Please enter an Instagram or TikTok URL|');
    expect(empty).toMatch(/<input id="link"[^>]*aria-invalid="true"/u);
    const wrong = render({ ...input, link: 'hello', answer: { kind: 'invalid', reason: 'invalid' } });
    expect(textOf(wrong)).toContain('|Please enter a valid Instagram or TikTok URL|');
    expect(wrong.match(/<h1[^>]*>[^<]*/gu)).toEqual([expect.stringMatching(/>Oops! Something went wrong$/u)]);
  });

  it('shows a failure with its sentence, its advice, when to try again, and a button that does', () => {
    const failed = render({
      ...input,
      answer: {
        kind: 'failed',
        code: 'rate_limited',
        reason: undefined,
        message: 'Rate limit exceeded. Please try again later.',
        retryAfter: 42,
        reference: 'ABCD-EFGH',
      },
    });
    expect(textOf(failed)).toContain(
      '|Oops! Something went wrong|Rate limit exceeded. Please try again later.|',
    );
    expect(textOf(failed)).toContain('|Try again in 42 s|Reference |ABCD-EFGH|');
    expect(failed).toMatch(/<button[^>]* type="submit" form="link-form"[^>]*>Try Again<\/button>/u);
  });

  it.each(['"><script>alert(1)</script>', "' onfocus='alert(1)", '</title><img src=x onerror=alert(1)>'])(
    'escapes hostile text: %j',
    (text) => {
      const hostile = render({
        ...input,
        site: { ...input.site, title: text },
        link: text,
        answer: { kind: 'post', post: post({ caption: text, username: text }) },
      });
      expect(hostile.match(/<script/gu)).toHaveLength(1);
      expect(hostile).not.toMatch(/<img src=x|' onfocus='/u);
      expect(hostile.match(/<\/title>/gu)).toHaveLength(1);
    },
  );
});

describe('previewDocument with direct delivery', () => {
  const site = { ...input.site, delivery: 'direct' } as const;
  const NOTE = 'Opens in a new tab, straight from TikTok, which then sees your IP address.';
  const marked = (mark: boolean): string => {
    const base = post();
    const items = base.items.map((item) => ({
      ...item,
      qualities: item.qualities.map((quality) => ({ ...quality, direct: mark })),
    }));
    return render({ ...input, site, answer: { kind: 'post', post: post({ items }) } });
  };

  it('opens what the platform sends in a new tab, and says so', () => {
    const direct = marked(true);
    expect(direct).toContain(NOTE);
    expect(direct).toMatch(
      /href="\/api\/media\/1080pFullHD\?download" target="_blank" rel="noopener noreferrer"/u,
    );
    // Chromium would open the platform's file in the place of this page.
    expect(direct).not.toMatch(/ download="/u);
    expect(textOf(direct)).not.toContain('Saving as');
  });

  it('saves every other file from this page', () => {
    expect(marked(false)).not.toContain(NOTE);
    expect(marked(false)).toMatch(/href="\/api\/media\/1080pFullHD\?download" download="/u);
  });
});
