import { describe, expect, it, vi } from 'vitest';
import { defaultEngines, unpackEngines } from './engine-document.ts';

const defaults = defaultEngines(['native', 'sample']);
const read = (settings: object) => {
  const unreadable = vi.fn<(part: string) => void>();
  const document = JSON.stringify({ settings: { revision: 3, ...settings }, saves: [] });
  return { ...unpackEngines(document, defaults, unreadable), warned: unreadable.mock.calls.flat() };
};

describe('unpackEngines', () => {
  it('appends engines that were added since with their defaults', () => {
    const engines = [
      { name: 'yt-dlp', on: true },
      { name: 'native', on: false },
      { name: 'provider', on: true },
      { name: 'cobalt', on: false },
    ];
    const { settings, chosen, warned } = read({ engines });
    expect(settings.engines).toEqual([...engines, { name: 'sample', on: true }]);
    expect([chosen, warned]).toEqual([['engines'], []]);
  });

  it('drops engines that no longer exist', () => {
    const engines = [{ name: 'retired', on: true }, ...defaults.engines.toReversed()];
    expect(read({ engines })).toMatchObject({
      settings: { engines: defaults.engines.toReversed() },
      warned: [],
    });
  });

  it('adds platforms with their defaults and drops unknown ones', () => {
    const link = 'https://www.instagram.com/p/CxYzAbCdEfG/';
    const { settings, warned } = read({
      platforms: { instagram: false, vine: true },
      canaries: { instagram: [link], vine: ['https://vine.example/v/1'] },
    });
    expect(settings.platforms).toEqual({ instagram: false, tiktok: true });
    expect(settings.canaries).toEqual({ instagram: [link], tiktok: [] });
    expect(warned).toEqual([]);
  });

  it('fills fields that were added since with their defaults', () => {
    expect(read({ alerts: { below: 20 }, provider: {} })).toMatchObject({
      settings: { alerts: { webhook: null, below: 20 }, provider: { address: null } },
      warned: [],
    });
  });

  it.each([
    ['an engine without a state', { engines: [{ name: 'native' }] }, 'engines'],
    ['an engine that is listed twice', { engines: [...defaults.engines, defaults.engines[0]] }, 'engines'],
    ['a list that is none', { engines: 'native' }, 'engines'],
    ['a platform without a state', { platforms: { instagram: 'yes' } }, 'platforms'],
    ['a foreign link', { canaries: { instagram: ['https://evil.example/'] } }, 'canaries'],
  ])('returns the default for %s', (_case, stored, part) => {
    const { settings, chosen, warned } = read(stored);
    expect(settings).toEqual({ ...defaults, revision: 3 });
    expect([chosen, warned]).toEqual([[], [part]]);
  });
});
