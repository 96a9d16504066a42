import { expect, it } from 'vitest';
import type { ActivityEntry } from '#shared/contract/admin-settings.ts';
import { describeAction } from './describe-action.ts';

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
  expect(describeAction(entry('password_changed', null))).toBe('changed the password');
  expect(describeAction(entry('password_changed', null), true)).toBe('changed your password');
  for (const name of ['constructor', '__proto__', 'toString']) {
    expect(describeAction(entry('account_removed', name))).toBe(`removed ${name}`);
    expect(describeAction(entry('settings_restored', name))).toBe(`restored an earlier ${name}`);
    expect(describeAction(entry('engines_saved', name))).toBe(`changed the ${name}`);
  }
});
