import { describe, expect, it, vi } from 'vitest';
import { ENGINE_NAMES, type EngineName } from '#shared/contract/engine-names.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { createEngineSettingDescriptors } from './engine-setting-descriptors.ts';
import { defaultEngines } from './engine-settings.ts';
import { readSettings } from './setting-descriptor.ts';

const descriptors = createEngineSettingDescriptors(() => true);
const defaults = defaultEngines(['native', 'sample']);
const readStored = (settings: object) => {
  const unreadable = vi.fn<(part: string) => void>();
  const read = readSettings(descriptors, { ...settings }, defaults, unreadable);
  return { settings: read.values, chosen: read.chosenNames, warned: unreadable.mock.calls.flat() };
};

describe('stored engine settings', () => {
  it('append engines that were added since with their defaults', () => {
    const engines = defaults.engines
      .filter(({ name }) => name !== 'sample')
      .toReversed()
      .map((engine, at) => ({ ...engine, on: at % 2 === 0 }));
    const { settings, chosen, warned } = readStored({ engines });
    expect(settings.engines).toEqual([...engines, { name: 'sample', on: true }]);
    expect([chosen, warned]).toEqual([['engines'], []]);
  });

  it('drop engines that no longer exist', () => {
    const engines = [{ name: 'retired', on: true }, ...defaults.engines.toReversed()];
    expect(readStored({ engines })).toMatchObject({
      settings: { engines: defaults.engines.toReversed() },
      warned: [],
    });
  });

  it('lose fields that this version does not know, at any depth', () => {
    const engines = defaults.engines.toReversed();
    const { settings, warned } = readStored({
      engines: engines.map((engine) => ({ ...engine, weight: 2 })),
      alerts: { webhook: null, below: 20, quietHours: [22, 6] },
    });
    expect(settings).toEqual({ ...defaults, engines, alerts: { webhook: null, below: 20 } });
    expect(warned).toEqual([]);
  });

  it('get new platforms with their defaults and lose unknown ones', () => {
    const link = 'https://www.instagram.com/p/CxYzAbCdEfG/';
    const { settings, warned } = readStored({
      platforms: { instagram: false, vine: true },
      canaries: { instagram: [link], vine: ['https://vine.example/v/1'] },
    });
    expect(settings.platforms).toEqual({ ...byPlatform(() => true), instagram: false });
    expect(settings.canaries).toEqual({ ...byPlatform(() => []), instagram: [link] });
    expect(warned).toEqual([]);
  });

  it('get fields that were added since with their defaults', () => {
    expect(readStored({ alerts: { below: 20 } })).toMatchObject({
      settings: { alerts: { webhook: null, below: 20 } },
      warned: [],
    });
  });

  it.each([
    ['an engine without a state', { engines: [{ name: 'native' }] }, 'engines'],
    ['an engine that is listed twice', { engines: [...defaults.engines, defaults.engines[0]] }, 'engines'],
    ['a list that is none', { engines: 'native' }, 'engines'],
    ['a platform without a state', { platforms: { instagram: 'yes' } }, 'platforms'],
    ['a foreign link', { canaries: { instagram: ['https://evil.example/'] } }, 'canaries'],
  ])('are the default for %s', (_case, stored, part) => {
    const { settings, chosen, warned } = readStored(stored);
    expect(settings).toEqual(defaults);
    expect([chosen, warned]).toEqual([[], [part]]);
  });
});

describe('the description for the activity log', () => {
  it('completes "From" and "To": a part without a value has none', () => {
    const described = Object.entries(defaults).map(([name, value]) => [
      name,
      descriptors[name as 'alerts'].describe(value as (typeof defaults)['alerts']),
    ]);
    expect(described).toContainEqual(['provider', null]);
    for (const [, words] of described) expect(words ?? '').not.toMatch(/^(?:from|to)\b/iu);
  });
});

describe('a change of the engines in the activity log', () => {
  const { engines } = defaultEngines(ENGINE_NAMES);
  const switched = (...names: EngineName[]) =>
    engines.map((engine) => (names.includes(engine.name) ? { ...engine, on: !engine.on } : engine));
  const logged = (after: typeof engines) =>
    createEngineSettingDescriptors((name) => ['native', 'sample'].includes(name)).engines.describeChange?.(
      engines,
      after,
    );

  it('names the engines that are set up, and no others', () => {
    expect(logged(switched('native', 'sample'))).toEqual({
      before: 'native, sample',
      after: 'native (off), sample (off)',
    });
    expect(logged(engines.toReversed())).toEqual({ before: 'native, sample', after: 'sample, native' });
  });

  it('names an engine that is not set up if the change switched it', () => {
    expect(logged(switched('cobalt'))).toEqual({
      before: 'native, cobalt, sample',
      after: 'native, cobalt (off), sample',
    });
  });
});
