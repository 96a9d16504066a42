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

/** Address of the service behind each preset; null for a form of request that several services share. */
export const PRESET_HOSTS: Readonly<Record<ProviderPresetId, string | null>> = {
  download: null,
  autolink: null,
  index: null,
  smvd: null,
  'media-data': null,
  tikwm: 'https://www.tikwm.com',
  hiker: 'https://api.hikerapi.com',
  tikhub: 'https://api.tikhub.io',
};
