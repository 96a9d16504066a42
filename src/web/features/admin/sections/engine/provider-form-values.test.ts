import { describe, expect, it } from 'vitest';
import type { ChosenProvider } from '#shared/contract/chosen-provider.ts';
import { SERVICE_ADDRESSES, SERVICE_NAMES } from '#shared/contract/extraction-services.ts';
import { isEqual } from '../../../../state/panel/draft.ts';
import {
  canKeepKey,
  findProblem,
  newProvider,
  tidyProvider,
  withHost,
  withKey,
  withService,
} from './provider-form-values.ts';

const SAVED: ChosenProvider = {
  service: 'autolink',
  host: 'https://api.harbour.example/',
  hasKey: true,
  savedAt: '2026-01-02T03:04:05.678Z',
};

describe('choosing a service', () => {
  it('fills in its usual address, and replaces that of the service before', () => {
    const first = withService(newProvider(), 'tikwm', null);
    expect(first.host).toBe(SERVICE_ADDRESSES.tikwm);
    expect(withService(first, 'autolink', null).host).toBe(newProvider('autolink').host);
  });

  it('keeps an address that the owner typed', () => {
    const typed = withHost(newProvider(), 'https://mine.harbour.example', null);
    expect(withService(typed, 'tikwm', null).host).toBe(typed.host);
  });

  it.each(SERVICE_NAMES)('begins with nothing to correct: %s', (service) =>
    expect(findProblem(newProvider(service))).toBeNull(),
  );
});

describe('the key', () => {
  it('stays while the host does, whatever the path', () => {
    expect(canKeepKey(SAVED, 'https://api.harbour.example/v2')).toBe(true);
    expect(canKeepKey(SAVED, 'https://api.harbour.example.evil.example/')).toBe(false);
    expect(canKeepKey(SAVED, 'not an address')).toBe(false);
    expect(canKeepKey(null, SAVED.host)).toBe(false);
  });

  it('is given up with the host, and kept when the host is typed again', () => {
    const moved = withHost(SAVED, 'https://other.example', SAVED);
    expect(moved.hasKey).toBe(false);
    expect(isEqual(withHost(moved, SAVED.host, SAVED), SAVED)).toBe(true);
  });

  it('that is typed and deleted again changes nothing', () => {
    expect(withKey(SAVED, 'abc')).toEqual({ ...SAVED, key: 'abc' });
    expect(isEqual(withKey(withKey(SAVED, 'abc'), ''), SAVED)).toBe(true);
  });

  it('is saved trimmed, with the address in its stored form', () => {
    const typed = withKey(withHost(newProvider(), ' HTTPS://API.harbour.example ', null), ' abc ');
    expect(tidyProvider(typed)).toMatchObject({ host: 'https://api.harbour.example/', key: 'abc' });
    expect(isEqual(tidyProvider(SAVED), SAVED)).toBe(true);
  });

  it.each([
    ['has no spaces', 'a b', 'key'],
    ['may be missing', '', undefined],
  ])('%s', (_what, key, field) => expect(findProblem(withKey(SAVED, key))?.field).toBe(field));
});
