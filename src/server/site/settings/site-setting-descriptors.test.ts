import { describe, expect, it, vi } from 'vitest';
import { defaultSettings } from '#shared/contract/site-settings.ts';
import { checkSetting, readSettings } from './setting-descriptor.ts';
import { createSiteSettingDescriptors } from './site-setting-descriptors.ts';

const defaults = defaultSettings();
const descriptors = createSiteSettingDescriptors(async (html) => html);

const link = (url: string) => ({
  id: 1,
  platform: 'facebook',
  name: 'Facebook',
  icon: 'facebook',
  color: '#1877f2',
  url,
});

describe('stored site settings', () => {
  it('lose user information from links that an earlier version stored', () => {
    const unreadable = vi.fn<(setting: string) => void>();
    const stored = {
      socialLinks: [link('https://ann:secret@www.facebook.com/page'), link('https://www.facebook.com/')],
    };
    const { socialLinks } = readSettings(descriptors, stored, defaults, unreadable).values;
    expect(socialLinks.map(({ url }) => url)).toEqual([
      'https://www.facebook.com/page',
      'https://www.facebook.com/',
    ]);
    expect(unreadable).not.toHaveBeenCalled();
  });

  it('are the default for an unreadable setting and the stored value for the others', () => {
    const unreadable = vi.fn<(setting: string) => void>();
    const stored = { socialLinks: [link('javascript:alert(1)')], title: 'Harbour' };
    const read = readSettings(descriptors, stored, defaults, unreadable).values;
    expect(read.title).toBe('Harbour');
    expect(read.socialLinks).toEqual(defaults.socialLinks);
    expect(unreadable.mock.calls).toEqual([['socialLinks']]);
  });

  it('keep a header that was stored before a field was added', () => {
    const unreadable = vi.fn<(setting: string) => void>();
    const { sticky: _sticky, ...navbar } = defaults.navbar;
    const links = navbar.links.slice(1);
    const stored = {
      navbar: { ...navbar, links, button: { visible: false, label: 'Get it' } },
      retired: true,
    };
    const read = readSettings(descriptors, stored, defaults, unreadable).values;
    expect(read.navbar).toEqual({
      ...defaults.navbar,
      links,
      button: { ...defaults.navbar.button, visible: false, label: 'Get it' },
    });
    expect(Object.keys(read)).toEqual(Object.keys(defaults));
    expect(unreadable).not.toHaveBeenCalled();
  });

  it('lose links to social platforms and sections that no longer exist', () => {
    const unreadable = vi.fn<(setting: string) => void>();
    const kept = link('https://www.facebook.com/');
    const stored = {
      socialLinks: [{ ...link('https://vine.example/'), platform: 'vine', icon: 'vine' }, kept],
      navbar: {
        ...defaults.navbar,
        links: [...defaults.navbar.links, { ...defaults.navbar.links[0], id: 'gone', target: '#gone' }],
        button: { ...defaults.navbar.button, label: 'Go', target: '#gone' },
      },
    };
    const read = readSettings(descriptors, stored, defaults, unreadable).values;
    expect(read.socialLinks).toEqual([kept]);
    expect(read.navbar).toEqual({
      ...defaults.navbar,
      button: { ...defaults.navbar.button, label: 'Go' },
    });
    expect(unreadable).not.toHaveBeenCalled();
  });
});

describe('a contact address', () => {
  it.each([
    [' owner@harbour.example ', 'owner@harbour.example'],
    [null, null],
  ])('%j is saved as %j', async (sent, value) => {
    expect(await checkSetting(descriptors.contactEmail, sent)).toEqual({ ok: true, value });
  });

  it.each([
    ['owner', 'email_invalid'],
    ['', 'email_invalid'],
    [`${'a'.repeat(243)}@harbour.example`, 'email_invalid'],
    ['owner@harbour.example?bcc=other@harbour.example', 'email_invalid'],
    [7, 'body_invalid'],
  ])('%j is refused', async (sent, code) => {
    expect(await checkSetting(descriptors.contactEmail, sent)).toEqual({ ok: false, code });
  });
});
