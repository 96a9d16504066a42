import { describe, expect, it, vi } from 'vitest';
import { defaultSite } from '#shared/contract/site-defaults.ts';
import { defaultSettings, unpackSettings } from './stored-settings.ts';

const defaults = defaultSettings(
  defaultSite({ updatedAt: '2026-11-22T00:00:00.000Z', samples: false, contactEmail: null }),
);

const link = (url: string) => ({
  id: 1,
  platform: 'facebook',
  name: 'Facebook',
  icon: 'facebook',
  color: '#1877f2',
  url,
});

describe('unpackSettings', () => {
  it('removes user information from links that an earlier version stored', () => {
    const unreadable = vi.fn<(setting: string) => void>();
    const stored = JSON.stringify({
      socialLinks: [link('https://ann:secret@www.facebook.com/page'), link('https://www.facebook.com/')],
    });
    const { socialLinks } = unpackSettings(stored, defaults, unreadable);
    expect(socialLinks.map(({ url }) => url)).toEqual([
      'https://www.facebook.com/page',
      'https://www.facebook.com/',
    ]);
    expect(unreadable).not.toHaveBeenCalled();
  });

  it('returns the default for an unreadable setting and the stored value for the others', () => {
    const unreadable = vi.fn<(setting: string) => void>();
    const stored = JSON.stringify({ socialLinks: [link('javascript:alert(1)')], title: 'Harbour' });
    const read = unpackSettings(stored, defaults, unreadable);
    expect(read.title).toBe('Harbour');
    expect(read.socialLinks).toEqual(defaults.socialLinks);
    expect(unreadable.mock.calls).toEqual([['socialLinks']]);
  });

  it('keeps a header that was stored before a field was added', () => {
    const unreadable = vi.fn<(setting: string) => void>();
    const { sticky: _sticky, ...navbar } = defaults.navbar;
    const links = navbar.links.slice(1);
    const stored = JSON.stringify({
      navbar: { ...navbar, links, button: { visible: false, label: 'Get it' } },
      retired: true,
    });
    const read = unpackSettings(stored, defaults, unreadable);
    expect(read.navbar).toEqual({
      ...defaults.navbar,
      links,
      button: { ...defaults.navbar.button, visible: false, label: 'Get it' },
    });
    expect(Object.keys(read)).toEqual(Object.keys(defaults));
    expect(unreadable).not.toHaveBeenCalled();
  });

  it('drops links to social platforms and sections that no longer exist', () => {
    const unreadable = vi.fn<(setting: string) => void>();
    const kept = link('https://www.facebook.com/');
    const stored = JSON.stringify({
      socialLinks: [{ ...link('https://vine.example/'), platform: 'vine', icon: 'vine' }, kept],
      navbar: {
        ...defaults.navbar,
        links: [...defaults.navbar.links, { ...defaults.navbar.links[0], id: 'gone', target: '#gone' }],
        button: { ...defaults.navbar.button, label: 'Go', target: '#gone' },
      },
    });
    const read = unpackSettings(stored, defaults, unreadable);
    expect(read.socialLinks).toEqual([kept]);
    expect(read.navbar).toEqual({
      ...defaults.navbar,
      button: { ...defaults.navbar.button, label: 'Go' },
    });
    expect(unreadable).not.toHaveBeenCalled();
  });
});
