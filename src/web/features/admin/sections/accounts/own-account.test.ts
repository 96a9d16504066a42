import { describe, expect, it } from 'vitest';
import { problemOf } from './own-account.tsx';

describe('changing the password', () => {
  it.each([
    [{ current: '', next: '', repeated: '' }, 'current', 'Enter your current password'],
    [
      { current: 'old one', next: '12345', repeated: '12345' },
      'next',
      'Password must be at least 6 characters',
    ],
    [
      { current: 'old one', next: 'old one', repeated: 'old one' },
      'next',
      'Choose a password other than your current one',
    ],
    [{ current: 'old one', next: '123456', repeated: '123457' }, 'repeated', 'Passwords do not match'],
  ])('rejects %o', (values, field, sentence) => {
    expect(problemOf(values)).toEqual({ field, sentence });
  });

  it('accepts valid values', () => {
    expect(problemOf({ current: 'x', next: 'a longer one', repeated: 'a longer one' })).toBeNull();
  });
});
