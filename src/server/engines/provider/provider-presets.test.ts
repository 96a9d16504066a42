import { describe, expect, it } from 'vitest';
import { providerDefinitionSchema } from '#shared/contract/provider-definition.ts';
import { PRESET_FACTS, PROVIDER_PRESET_IDS } from '#shared/contract/provider-presets.ts';
import { PROVIDER_PRESETS } from './provider-presets.ts';

describe('PROVIDER_PRESETS', () => {
  it.each(PROVIDER_PRESET_IDS)('%s is as owners are told', (id) => {
    const { key, platforms } = PROVIDER_PRESETS[id];
    expect(PRESET_FACTS[id]).toMatchObject({ key, platforms: Object.keys(platforms).toSorted() });
  });

  it.each(PROVIDER_PRESET_IDS)('%s is a valid definition', (id) => {
    expect(providerDefinitionSchema.safeParse(PROVIDER_PRESETS[id]).error).toBeUndefined();
  });

  it.each(PROVIDER_PRESET_IDS)('%s can be copied as JSON without loss', (id) => {
    const copy: unknown = JSON.parse(JSON.stringify(PROVIDER_PRESETS[id]));
    expect(providerDefinitionSchema.parse(copy)).toEqual(PROVIDER_PRESETS[id]);
  });
});
