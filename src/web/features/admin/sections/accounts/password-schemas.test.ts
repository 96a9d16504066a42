import { describe, expect, it } from 'vitest';
import { passwordFormSchema } from './password-schemas.ts';

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
    const [first] = passwordFormSchema.safeParse(values).error?.issues ?? [];
    expect([first?.path, first?.message]).toEqual([[field], sentence]);
  });

  it('accepts valid values', () => {
    const values = { current: 'x', next: 'a longer one', repeated: 'a longer one' };
    expect(passwordFormSchema.safeParse(values).success).toBe(true);
  });
});
