import { expect, it } from 'vitest';
import { isForeignEmbed } from './embed-guard.ts';

const ask = (site?: string, mode?: string, dest?: string) =>
  isForeignEmbed({
    headers: {
      ...(site !== undefined && { 'sec-fetch-site': site }),
      ...(mode !== undefined && { 'sec-fetch-mode': mode }),
      ...(dest !== undefined && { 'sec-fetch-dest': dest }),
    },
  });

it.each(['cross-site', 'same-site'])('refuses what a %s page embeds, fetches or frames', (site) => {
  for (const dest of ['image', 'video', 'audio', 'empty', 'object', 'track'])
    expect(ask(site, 'no-cors', dest)).toBe(true);
  expect(ask(site, 'cors', 'video')).toBe(true);
  expect(ask(site, 'navigate', 'iframe')).toBe(true);
  expect(ask(site, 'navigate', 'embed')).toBe(true);
  expect(ask(site, 'no-cors')).toBe(true);
  expect(ask(site)).toBe(true);
});

it('opens a link that a person follows, the own page, and clients without Fetch Metadata', () => {
  expect(ask('cross-site', 'navigate', 'document')).toBe(false);
  expect(ask('same-site', 'navigate', 'document')).toBe(false);
  expect(ask('cross-site', 'navigate')).toBe(false);
  expect(ask('same-origin', 'no-cors', 'video')).toBe(false);
  expect(ask('none', 'navigate', 'document')).toBe(false);
  expect(ask()).toBe(false);
});
