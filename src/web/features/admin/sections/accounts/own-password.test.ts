import { describe, expect, it } from 'vitest';
import { problemOf } from './own-password.tsx';

describe('a change of password', () => {
  it.each([
    [{ current: '', next: '', repeated: '' }, 'current', 'Enter your current password'],
    [
      { current: 'old one', next: '12345', repeated: '12345' },
      'next',
      'Password must be at least 6 characters',
    ],
    [{ current: 'old one', next: '123456', repeated: '123457' }, 'repeated', 'Passwords do not match'],
  ])('%o is not sent', (values, field, sentence) => {
    expect(problemOf(values)).toEqual({ field, sentence });
  });

  it('is sent when nothing is wrong with it', () => {
    expect(problemOf({ current: 'x', next: 'a longer one', repeated: 'a longer one' })).toBeNull();
  });
});
