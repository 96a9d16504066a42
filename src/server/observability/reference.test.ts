import { describe, expect, it } from 'vitest';
import { newReference } from './reference.ts';

const MANY = 2_000;

describe('newReference', () => {
  it('gives two groups of four signs that cannot be mistaken, and never the same twice', () => {
    const made = Array.from({ length: MANY }, newReference);
    for (const one of made) expect(one).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(made).size).toBe(MANY);
    // All thirty-two signs are used: what is left of a byte is not always the same part.
    expect(new Set(made.join('').replaceAll('-', '')).size).toBe(32);
  });
});
