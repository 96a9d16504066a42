/** Providers that Savelet has a definition of, the one of the specification first. */
export const PROVIDER_PRESET_IDS = [
  'download',
  'autolink',
  'index',
  'smvd',
  'media-data',
  'tikwm',
  'hiker',
  'tikhub',
] as const;
export type ProviderPresetId = (typeof PROVIDER_PRESET_IDS)[number];

/** What an owner must know to choose a preset. Its definition is the server's (engines/provider/provider-presets.ts). */
interface PresetFacts {
  /** Address of the service; null for a form of request that several services share. */
  readonly host: string | null;
  readonly key: 'required' | 'optional';
}

export const PRESET_FACTS: Readonly<Record<ProviderPresetId, PresetFacts>> = {
  download: { host: null, key: 'optional' },
  autolink: { host: null, key: 'optional' },
  index: { host: null, key: 'optional' },
  smvd: { host: null, key: 'optional' },
  'media-data': { host: null, key: 'optional' },
  tikwm: { host: 'https://www.tikwm.com', key: 'optional' },
  hiker: { host: 'https://api.hikerapi.com', key: 'required' },
  tikhub: { host: 'https://api.tikhub.io', key: 'required' },
};
