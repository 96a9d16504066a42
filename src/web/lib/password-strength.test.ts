import { describe, expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

describe('passwordStrength', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['heather', 1],
    ['aaaaaaaaaaaaaaaaaaaa', 1],
    ['abababababababababab', 1],
    ['password', 1],
    ['Passw0rd123!', 1],
    ['p@ssword2026', 1],
    ['qwertyuiop', 1],
    ['1234567890', 1],
    ['heathers', 2],
    ['password of the moor', 4],
    ['8249-1735-6024-9182', 4],
    ['Heath3r', 2],
    ['heather-moor', 3],
    ['Heather-moor7', 3],
    ['quiet heather on the moor', 4],
  ] as const)('takes %j for %i', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength);
  });
});
