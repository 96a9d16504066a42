import { expect, it } from 'vitest';
import type { ActivityEntry } from '#shared/contract/admin-settings.ts';
import { describeAction } from './describe-value.ts';

const entry = (action: ActivityEntry['action'], subject: string | null): ActivityEntry => ({
  id: 1,
  at: '2026-01-02T03:04:05.678Z',
  actor: 'Olga',
  actorId: 'o',
  action,
  subject,
  before: null,
  after: null,
});

it('describes settings by their display names and accounts by their own names', () => {
  expect(describeAction(entry('settings_saved', 'title'))).toBe('changed the website title');
  expect(describeAction(entry('settings_saved', 'retired'))).toBe('changed the retired');
  expect(describeAction(entry('account_approved', 'title'))).toBe('approved title');
  expect(describeAction(entry('account_signed_out', 'Omar'))).toBe('signed Omar out of every browser');
  for (const name of ['constructor', '__proto__', 'toString']) {
    expect(describeAction(entry('account_removed', name))).toBe(`removed ${name}`);
    expect(describeAction(entry('settings_restored', name))).toBe(`restored an earlier ${name}`);
    expect(describeAction(entry('engines_saved', name))).toBe(`changed the ${name}`);
  }
});

it('names nobody as the object of what they did to their own account', () => {
  for (const subject of ['Olga', null]) {
    expect(describeAction(entry('password_changed', subject))).toBe('changed their password');
    expect(describeAction(entry('password_changed', subject), true)).toBe('changed your password');
  }
  const byServer = { ...entry('password_changed', 'Olga'), actor: null, actorId: null };
  expect(describeAction(byServer)).toBe('changed the password of Olga');
});
