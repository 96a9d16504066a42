import { describe, expect, it } from 'vitest';
import { createReference } from './request-reference.ts';

const MANY = 2_000;

describe('createReference', () => {
  it('returns two groups of four unambiguous characters, different on every call', () => {
    const references = Array.from({ length: MANY }, createReference);
    for (const reference of references)
      expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(references).size).toBe(MANY);
    // The five bits taken from each byte vary: all thirty-two characters occur.
    expect(new Set(references.join('').replaceAll('-', '')).size).toBe(32);
  });
});
