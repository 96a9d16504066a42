import { describe, expect, it } from 'vitest';
import type { ChosenProvider } from '#shared/contract/chosen-provider.ts';
import { SERVICE_HOSTS } from '#shared/contract/extraction-services.ts';
import { findProblem, initialValues, keepsKey, toSave, withService } from './provider-form-values.ts';

const STORED: ChosenProvider = {
  service: 'autolink',
  host: 'https://api.harbour.example/',
  hasKey: true,
  savedAt: '2026-01-02T03:04:05.678Z',
};
const EMPTY = initialValues(null);

describe('choosing a service', () => {
  it('fills in its address, and replaces that of the service before', () => {
    const first = withService(EMPTY, 'tikwm');
    expect(first.host).toBe(SERVICE_HOSTS.tikwm);
    expect(withService(first, 'autolink').host).toBe('');
  });

  it('keeps an address that the owner typed', () => {
    const typed = { ...EMPTY, host: 'https://mine.harbour.example' };
    expect(withService(typed, 'tikwm').host).toBe(typed.host);
  });
});

describe('the key', () => {
  const changed = initialValues(STORED);

  it('stays while the host does, whatever the path', () => {
    expect(keepsKey(STORED, 'https://api.harbour.example/v2')).toBe(true);
    expect(keepsKey(STORED, 'https://api.harbour.example.evil.example/')).toBe(false);
    expect(keepsKey(STORED, 'not an address')).toBe(false);
    expect(keepsKey(null, STORED.host)).toBe(false);
    expect(toSave(changed, STORED, 3)).toEqual({ revision: 3, service: 'autolink', host: STORED.host });
  });

  it('is sent trimmed, or removed, or left out for another host', () => {
    expect(toSave({ ...changed, key: ' abc ' }, STORED, 3).key).toBe('abc');
    expect(toSave({ ...changed, dropsKey: true }, STORED, 3).key).toBeNull();
    expect(toSave({ ...changed, host: 'https://other.example' }, STORED, 3).key).toBeNull();
  });

  it.each([
    ['has no spaces', 'a b', 'key'],
    ['may be missing', '', undefined],
  ])('%s', (_what, key, field) => {
    expect(findProblem({ ...EMPTY, host: 'https://api.harbour.example', key })?.field).toBe(field);
  });
});
