import { describe, expect, it } from 'vitest';
import { PROVIDER_PRESET_IDS } from '#shared/contract/provider-presets.ts';
import { takesStories } from './provider-engine.ts';
import { PROVIDER_PRESETS } from './provider-presets.ts';

describe('takesStories', () => {
  it('is true for services that take the links of a platform with stories', () => {
    const able = PROVIDER_PRESET_IDS.filter((id) =>
      takesStories({
        host: 'https://service.example',
        apiKey: 'k',
        isFromEnvironment: false,
        definition: PROVIDER_PRESETS[id],
      }),
    );
    // The others read TikTok alone, or take a shortcode.
    expect(able).toEqual(['download', 'autolink', 'index', 'smvd', 'media-data']);
  });
});
