import { describe, expect, it } from 'vitest';
import { DEFAULT_NAVBAR, defaultSite } from '#shared/contract/site-defaults.ts';
import type { SiteSetting } from '#shared/contract/site-events.ts';
import { createSiteSettings } from './site-settings.ts';

const BUILT = '2026-01-01T00:00:00.000Z';
const CHANGED = '2026-02-03T04:05:06.789Z';
const first = () => defaultSite({ updatedAt: BUILT, samples: true, contactEmail: null });
const LINK = {
  id: 1,
  platform: 'youtube',
  name: 'YouTube',
  icon: 'youtube',
  color: '#FF0000',
  url: 'https://www.youtube.com/@savelet',
} as const;

const withListener = () => {
  const settings = createSiteSettings(first(), () => new Date(CHANGED));
  const heard: { changed: readonly SiteSetting[]; revision: number }[] = [];
  const stop = settings.onChange((changed, { revision }) => heard.push({ changed, revision }));
  return { settings, heard, stop };
};

describe('site settings', () => {
  it('begin as they are given', () => {
    expect(withListener().settings.current()).toEqual(first());
  });

  it('change with a new revision and the time, and name what differs', () => {
    const { settings, heard } = withListener();
    const site = settings.change({ title: 'Grab', maintenance: true, content: '' });
    expect(site).toEqual({
      ...first(),
      title: 'Grab',
      maintenance: true,
      revision: 1,
      updatedAt: CHANGED,
    });
    expect(settings.current()).toBe(site);
    expect(heard).toEqual([{ changed: ['title', 'maintenance'], revision: 1 }]);
  });

  it('stay the same object when nothing differs, however deep one looks', () => {
    const { settings, heard } = withListener();
    settings.change({ socialLinks: [LINK] });
    const before = settings.current();
    expect(settings.change({})).toBe(before);
    expect(settings.change({ socialLinks: [{ ...LINK }], navbar: structuredClone(DEFAULT_NAVBAR) })).toBe(
      before,
    );
    expect(heard).toHaveLength(1);
  });

  it('see a change in the depth of one setting', () => {
    const { settings, heard } = withListener();
    settings.change({ navbar: { ...DEFAULT_NAVBAR, button: { ...DEFAULT_NAVBAR.button, visible: false } } });
    expect(heard).toEqual([{ changed: ['navbar'], revision: 1 }]);
  });

  it('refuse what is not valid and stay as they were', () => {
    const { settings, heard } = withListener();
    expect(() => settings.change({ title: 'x'.repeat(41) })).toThrow();
    expect(() => settings.change({ logo: 'data:image/svg+xml;base64,AAAA' })).toThrow();
    expect(settings.current()).toEqual(first());
    expect(heard).toEqual([]);
  });

  it('take nothing but the owner’s settings', () => {
    const { settings } = withListener();
    const before = settings.current();
    settings.change({ revision: 40, samples: false, owner: 'x' } as never);
    expect(settings.current()).toBe(before);
  });

  it('cannot be altered through what was handed in', () => {
    const { settings } = withListener();
    const links = [{ ...LINK }];
    settings.change({ socialLinks: links });
    links.pop();
    expect(settings.current().socialLinks).toEqual([LINK]);
  });

  it('tell every listener until it stops', () => {
    const { settings, heard, stop } = withListener();
    const others: string[] = [];
    settings.onChange((_changed, site) => others.push(site.title));
    settings.change({ title: 'One' });
    stop();
    settings.change({ title: 'Two' });
    expect(heard).toHaveLength(1);
    expect(others).toEqual(['One', 'Two']);
  });
});
