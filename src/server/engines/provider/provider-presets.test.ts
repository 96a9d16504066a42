import { describe, expect, it } from 'vitest';
import { providerSetup } from '#messages/provider-setup.ts';
import { providerDefinitionSchema } from '#shared/contract/provider-definition.ts';
import { PRESET_FACTS, PROVIDER_PRESET_IDS } from '#shared/contract/provider-presets.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_IDS, PLATFORM_NAMES } from '#shared/platforms/platforms.ts';
import { PROVIDER_PRESETS } from './provider-presets.ts';

describe('PROVIDER_PRESETS', () => {
  it.each(PROVIDER_PRESET_IDS)('%s matches the facts that the panel shows', (id) => {
    const { key, platforms } = PROVIDER_PRESETS[id];
    expect(PRESET_FACTS[id].key).toBe(key);
    for (const platform of PLATFORM_IDS)
      expect(text(providerSetup, `reads.${id}`).includes(PLATFORM_NAMES[platform])).toBe(
        platform in platforms,
      );
  });

  it.each(PROVIDER_PRESET_IDS)('%s is a valid definition', (id) => {
    expect(providerDefinitionSchema.safeParse(PROVIDER_PRESETS[id]).error).toBeUndefined();
  });

  it.each(PROVIDER_PRESET_IDS)('%s can be copied as JSON without loss', (id) => {
    const copy: unknown = JSON.parse(JSON.stringify(PROVIDER_PRESETS[id]));
    expect(providerDefinitionSchema.parse(copy)).toEqual(PROVIDER_PRESETS[id]);
  });
});
