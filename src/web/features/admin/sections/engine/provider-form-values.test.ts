import { describe, expect, it } from 'vitest';
import type { ChosenProvider } from '#shared/contract/chosen-provider.ts';
import { parseProviderDefinition } from '#shared/contract/provider-definition.ts';
import { PRESET_FACTS } from '#shared/contract/provider-presets.ts';
import { findProblem, initialValues, keepsKey, toSave, withKind } from './provider-form-values.ts';

const STORED: ChosenProvider = {
  kind: 'hiker',
  host: 'https://api.harbour.example/',
  definition: null,
  hasKey: true,
  savedAt: '2026-01-02T03:04:05.678Z',
};
const EMPTY = initialValues(null);

it('begins with a definition that the server accepts', () => {
  expect(parseProviderDefinition(EMPTY.definition)).toMatchObject({ ok: true });
});

describe('choosing a service', () => {
  it('fills in its address, and replaces that of the service before', () => {
    const first = withKind(EMPTY, 'tikwm');
    expect(first.host).toBe(PRESET_FACTS.tikwm.host);
    expect(withKind(first, 'tikhub').host).toBe(PRESET_FACTS.tikhub.host);
    expect(withKind(first, 'custom').host).toBe('');
  });

  it('keeps an address that the owner typed', () => {
    const typed = { ...EMPTY, host: 'https://mine.harbour.example' };
    expect(withKind(typed, 'tikwm').host).toBe(typed.host);
  });
});

describe('the key', () => {
  const changed = initialValues(STORED);

  it('stays while the host does, whatever the path', () => {
    expect(keepsKey(STORED, 'https://api.harbour.example/v2')).toBe(true);
    expect(keepsKey(STORED, 'https://api.harbour.example.evil.example/')).toBe(false);
    expect(keepsKey(STORED, 'not an address')).toBe(false);
    expect(keepsKey(null, STORED.host)).toBe(false);
    expect(toSave(changed, STORED, 3)).toEqual({ revision: 3, kind: 'hiker', host: STORED.host });
  });

  it('is sent trimmed, or removed, or left out for another host', () => {
    expect(toSave({ ...changed, key: ' abc ' }, STORED, 3).key).toBe('abc');
    expect(toSave({ ...changed, kind: 'download', dropsKey: true }, STORED, 3).key).toBeNull();
    expect(toSave({ ...changed, host: 'https://other.example' }, STORED, 3).key).toBeNull();
  });

  it.each([
    ['is required by the service', { kind: 'hiker' } as const, null, 'key'],
    ['must be entered for another host', { ...changed, host: 'https://other.example' }, STORED, 'key'],
    ['must stay if it is required', { ...changed, dropsKey: true }, STORED, 'key'],
    ['has no spaces', { key: 'a b' }, null, 'key'],
    ['may be missing if the service needs none', { key: '' }, null, undefined],
  ])('%s', (_what, values, stored, field) => {
    const given = { ...EMPTY, host: 'https://api.harbour.example', ...values };
    expect(findProblem(given, stored)?.field).toBe(field);
  });
});

it('sends a definition for the kind of that name only', () => {
  const host = 'https://api.harbour.example';
  expect(toSave({ ...EMPTY, host }, null, 1)).not.toHaveProperty('definition');
  expect(toSave({ ...EMPTY, host, kind: 'custom', link: ' x ' }, null, 1)).toMatchObject({
    definition: EMPTY.definition,
    link: 'x',
  });
});
