import { describe, expect, it } from 'vitest';
import { readStoredProviders } from './stored-providers.ts';

const place = (kind: string, host: string, definition: object | null = null) => ({
  kind,
  host,
  definition,
  hasKey: true,
  savedAt: '2026-11-24T10:00:00.000Z',
});
const AUTOLINK = place('autolink', 'https://one.example/api');

describe('providers that an earlier version stored', () => {
  it('are read from the first place if the service is still known', () => {
    const { chosen, unused } = readStoredProviders({ provider: AUTOLINK, 'provider-2': null });
    expect(chosen).toEqual({
      service: 'autolink',
      host: 'https://one.example/api',
      hasKey: true,
      savedAt: AUTOLINK.savedAt,
    });
    expect(unused).toEqual([]);
  });

  it('name their services and hosts if they are not used any more', () => {
    const { chosen, unused } = readStoredProviders({
      provider: place('custom', 'https://mine.example/secret-path', { name: 'Harbour', key: 'required' }),
      'provider-2': AUTOLINK,
      'provider-3': place('hiker', 'https://api.hikerapi.com/'),
      'provider-9': AUTOLINK,
    });
    expect(chosen).toBeNull();
    expect(unused).toEqual([
      { service: 'Harbour', host: 'mine.example' },
      { service: 'autolink', host: 'one.example' },
      { service: 'hiker', host: 'api.hikerapi.com' },
    ]);
  });

  it('may be one address', () => {
    expect(readStoredProviders({ address: 'https://open.example/' }).chosen).toEqual({
      service: 'download',
      host: 'https://open.example/',
      hasKey: false,
      savedAt: null,
    });
    expect(readStoredProviders({ address: null }).chosen).toBeNull();
  });

  it.each([[{}], [null], [{ provider: null, 'provider-2': null, 'provider-3': null }]])(
    'may be none: %j',
    (stored) => {
      expect(readStoredProviders(stored)).toEqual({ chosen: null, unused: [] });
    },
  );
});
