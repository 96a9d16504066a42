import { expect, it } from 'vitest';
import { defaultSettings, SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import type { DraftFrame } from '../../state/panel/use-section-draft.ts';
import { conflictValues } from './conflict-values.ts';

const nothing = () => () => undefined;
const conflictOf = (section: DraftFrame['section'], saved: object, values: object) =>
  conflictValues({
    section,
    saved,
    values,
    changed: Object.keys(saved),
    phase: { kind: 'idle' },
    conflict: { names: Object.keys(saved), by: null },
    discard: nothing,
    takeTheirs: nothing,
    keepMine: () => undefined,
    save: async () => undefined,
  });

const navbar = SITE_SETTINGS.navbar.default;
const [first, ...others] = navbar.links;

it.each([
  ['title', { title: 'Gorse' }, { title: 'Heather' }, 'website title', 'Gorse', 'Heather'],
  ['maintenance', { maintenance: true }, { maintenance: false }, 'maintenance mode', 'on', 'off'],
  [
    'contactEmail',
    { contactEmail: null },
    { contactEmail: 'a@b.example' },
    'contact address',
    'nothing',
    'a@b.example',
  ],
  ['logo', { logo: 'a1'.repeat(32) }, { logo: null }, 'logo', 'a picture', 'no picture'],
  [
    'content',
    { content: '<p>Welcome all</p>' },
    { content: '<h2>Welcome</h2>' },
    'content',
    'Welcome all',
    'Welcome',
  ],
  ['privacyText', { privacyText: '' }, { privacyText: '<p>Ours</p>' }, 'privacy notice', 'nothing', 'Ours'],
  [
    'navbar',
    { navbar },
    { navbar: { ...navbar, links: [{ ...first, label: 'Start' }, ...others] } },
    'navbar',
    `${String(first?.label)} ${String(first?.target)}`,
    `Start ${String(first?.target)}`,
  ],
  [
    'socialLinks',
    { socialLinks: [] },
    { socialLinks: [{ name: 'Reddit', url: 'https://reddit.com/r/x' }] },
    'social links',
    'nothing',
    'Reddit https://reddit.com/r/x',
  ],
])('names %s and both values', (_name, saved, values, name, savedText, formText) => {
  expect(conflictOf('general', saved, values)).toEqual([{ name, savedText, formText }]);
});

it('names the settings of the engines and both values', () => {
  const links = ['https://www.instagram.com/p/Cabc123/'];
  expect(
    conflictOf(
      'engine',
      {
        engines: [{ name: 'native', on: true }],
        platforms: { instagram: true, tiktok: true },
        canaries: { instagram: [], tiktok: [] },
        alerts: { webhook: null, below: 50 },
        provider: null,
      },
      {
        engines: [{ name: 'native', on: false }],
        platforms: { instagram: true, tiktok: false },
        canaries: { instagram: links, tiktok: [] },
        alerts: { webhook: 'https://hooks.harbour.example/x', below: 50 },
        provider: {
          service: 'tikwm',
          host: 'https://reader.example/path',
          hasKey: false,
          savedAt: null,
          key: 'a secret key',
        },
      },
    ).map(({ name, savedText, formText }) => [name, savedText, formText]),
  ).toEqual([
    ['engines', expect.not.stringContaining('(off)'), expect.stringContaining('(off)')],
    ['platforms', 'TikTok on', 'TikTok off'],
    ['test posts', 'nothing', links[0]],
    ['alerts', 'nothing', 'https://hooks.harbour.example/x'],
    ['extraction service', 'nothing', 'Extraction service: TikWM at reader.example, with a key'],
  ]);
});

it('describes every setting of the site', () => {
  const settings = defaultSettings();
  const shown = conflictOf('general', settings, settings);
  expect(shown.map(({ savedText }) => savedText).join()).not.toMatch(/\[object|undefined/u);
});
