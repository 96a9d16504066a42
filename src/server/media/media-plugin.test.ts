import { expect, it } from 'vitest';
import { isForeignEmbed } from './media-plugin.ts';

const isRefused = (site?: string, mode?: string, dest?: string) =>
  isForeignEmbed({
    headers: {
      ...(site !== undefined && { 'sec-fetch-site': site }),
      ...(mode !== undefined && { 'sec-fetch-mode': mode }),
      ...(dest !== undefined && { 'sec-fetch-dest': dest }),
    },
  });

it.each(['cross-site', 'same-site'])('refuses a request that a %s page embeds, fetches or frames', (site) => {
  for (const dest of ['image', 'video', 'audio', 'empty', 'object', 'track'])
    expect(isRefused(site, 'no-cors', dest)).toBe(true);
  expect(isRefused(site, 'cors', 'video')).toBe(true);
  expect(isRefused(site, 'navigate', 'iframe')).toBe(true);
  expect(isRefused(site, 'navigate', 'embed')).toBe(true);
  expect(isRefused(site, 'no-cors')).toBe(true);
  expect(isRefused(site)).toBe(true);
});

it('allows a followed link, the site itself, and clients without Fetch Metadata', () => {
  expect(isRefused('cross-site', 'navigate', 'document')).toBe(false);
  expect(isRefused('same-site', 'navigate', 'document')).toBe(false);
  expect(isRefused('cross-site', 'navigate')).toBe(false);
  expect(isRefused('same-origin', 'no-cors', 'video')).toBe(false);
  expect(isRefused('none', 'navigate', 'document')).toBe(false);
  expect(isRefused()).toBe(false);
});
