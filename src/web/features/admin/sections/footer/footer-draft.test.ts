import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { SOCIAL_PLATFORMS, type SocialLink, socialLinksSchema } from '#shared/contract/site.ts';
import { removeItem } from '../../list-edits.ts';
import {
  addSocialLink,
  areAllUsed,
  changeLink,
  restoreSocialLink,
  type SocialLinkFields,
  selectablePlatforms,
} from './footer-draft.ts';
import { fitsPlatform, platformFields, type SocialPlatform } from './social-platforms.ts';

const NOW = 1_800_000_000_000;
const link = (id: number, platform: SocialPlatform): SocialLink => ({
  id,
  ...platformFields(platform),
  url: `https://${platform}.example/harbour`,
});
const links = [link(1, 'instagram'), link(2, 'youtube'), link(3, 'telegram')];
const full = SOCIAL_PLATFORMS.map((platform, index) => link(index, platform));
const platforms = (list: readonly SocialLink[]): string => list.map(({ platform }) => platform).join(' ');

describe('adding a link', () => {
  it('stores the fields of the specification and appends the link', () => {
    const outcome = addSocialLink(links, { platform: 'reddit', url: ' https://reddit.com/r/harbour' }, NOW);
    expect(outcome).toEqual({
      ok: true,
      links: [...links, outcome.ok && outcome.link],
      link: {
        id: NOW,
        platform: 'reddit',
        name: 'Reddit',
        icon: 'reddit',
        color: '#ff4500',
        url: 'https://reddit.com/r/harbour',
      },
    });
  });

  it.each<[SocialLinkFields, string]>([
    [{ platform: '', url: '' }, 'required'],
    [{ platform: '', url: 'https://reddit.com/' }, 'required'],
    [{ platform: 'reddit', url: '  ' }, 'required'],
    [{ platform: 'myspace', url: 'https://reddit.com/' }, 'required'],
    [{ platform: 'reddit', url: 'reddit.com/r/harbour' }, 'bare'],
    [{ platform: 'reddit', url: 'javascript:alert(1)' }, 'invalid'],
    [{ platform: 'reddit', url: 'data:text/html,x' }, 'invalid'],
    [{ platform: 'reddit', url: 'harbour' }, 'invalid'],
    [{ platform: 'youtube', url: 'https://youtube.com/@harbour' }, 'duplicate'],
    [{ platform: 'youtube', url: 'harbour' }, 'invalid'],
  ])('refuses %j: %s', (form, problem) =>
    expect(addSocialLink(links, form, NOW)).toEqual({ ok: false, problem }),
  );

  it('gives two links of the same millisecond two ids', () => {
    const first = addSocialLink(links, { platform: 'reddit', url: 'https://reddit.com/' }, NOW);
    const second = addSocialLink(
      first.ok ? first.links : [],
      { platform: 'tiktok', url: 'https://tiktok.com/' },
      NOW,
    );
    expect(second.ok && second.link.id).toBe(NOW + 1);
  });

  it('creates links for all ten platforms that the server accepts', () => {
    let list: readonly SocialLink[] = [];
    for (const platform of SOCIAL_PLATFORMS) {
      const outcome = addSocialLink(list, { platform, url: `https://${platform}.com/harbour` }, NOW);
      if (outcome.ok) list = outcome.links;
    }
    expect(z.safeParse(socialLinksSchema, list).success).toBe(true);
    expect(list.map(({ color }) => color).every((color) => /^#[0-9a-f]{6}$/u.test(color))).toBe(true);
    expect(areAllUsed(list)).toBe(true);
  });
});

describe('changing a link', () => {
  it('preserves index and id', () => {
    const outcome = changeLink(links, 2, { platform: 'tiktok', url: 'https://tiktok.com/@harbour' });
    expect(outcome.ok && platforms(outcome.links)).toBe('instagram tiktok telegram');
    expect(outcome.ok && outcome.links[1]).toMatchObject({ id: 2, name: 'TikTok', icon: 'tiktok' });
  });

  it("may keep its platform but not use another link's", () => {
    const url = 'https://youtube.com/@other';
    expect(changeLink(links, 2, { platform: 'youtube', url }).ok).toBe(true);
    expect(changeLink(links, 2, { platform: 'telegram', url })).toEqual({ ok: false, problem: 'duplicate' });
  });

  it('does not restore a link that was removed since', () => {
    const outcome = changeLink(links, 9, { platform: 'reddit', url: 'https://reddit.com/' });
    expect(outcome.ok && outcome.links).toEqual(links);
  });
});

describe('removing and undoing', () => {
  it('restores a link at its former index', () => {
    const { items, removed } = removeItem(links, 2)!;
    expect(restoreSocialLink(items, removed)).toEqual(links);
    expect(restoreSocialLink(links, removed)).toBe(links);
  });

  it('does not restore a link whose platform has another link by now', () => {
    const { items, removed } = removeItem(links, 2)!;
    const again = addSocialLink(items, { platform: 'youtube', url: 'https://youtu.be/x' }, NOW);
    expect(restoreSocialLink(again.ok ? again.links : [], removed)).toBeUndefined();
  });
});

describe('choicesOf', () => {
  it('omits used platforms, but never the chosen one', () => {
    expect(selectablePlatforms(links, '')).toHaveLength(7);
    expect(selectablePlatforms(links, '')).not.toContain('youtube');
    expect(selectablePlatforms(links, 'youtube')).toContain('youtube');
    expect(selectablePlatforms(full, '')).toEqual([]);
    expect(areAllUsed(full)).toBe(true);
    expect(areAllUsed(full.slice(1))).toBe(false);
  });
});

describe('fitsPlatform', () => {
  it.each<[string, SocialPlatform, boolean]>([
    ['https://www.instagram.com/harbour', 'instagram', true],
    ['https://notinstagram.com/harbour', 'instagram', false],
    ['https://instagram.com.example/harbour', 'instagram', false],
    ['https://x.com/harbour', 'twitter', true],
    ['https://m.youtube.com/@harbour', 'youtube', true],
    ['https://www.pinterest.co.uk/harbour', 'pinterest', true],
    ['https://pinterest.de/harbour', 'pinterest', true],
    ['https://notpinterest.de/harbour', 'pinterest', false],
    ['https://fb.com/harbour', 'facebook', true],
    ['https://fb.me/harbour', 'facebook', true],
    ['https://fb.me./harbour', 'facebook', true],
    ['https://facebook.com@evil.example/harbour', 'facebook', false],
    ['https://evil.example/facebook.com', 'facebook', false],
    ['https://instagr.am/harbour', 'instagram', true],
    ['https://twitter.com/harbour', 'twitter', true],
    ['https://youtu.be/harbour', 'youtube', true],
    ['https://lnkd.in/harbour', 'linkedin', true],
    ['https://pin.it/harbour', 'pinterest', true],
    ['https://redd.it/harbour', 'reddit', true],
    ['https://vm.tiktok.com/harbour', 'tiktok', true],
    ['https://wa.me/15550100', 'whatsapp', true],
    ['https://t.me/harbour', 'telegram', true],
    ['https://t.me/harbour', 'whatsapp', false],
  ])('%s for %s: %s', (url, platform, fits) => expect(fitsPlatform(url, platform)).toBe(fits));
});
