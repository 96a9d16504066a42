import { describe, expect, it } from 'vitest';
import { failureParts } from './key-figures.tsx';

describe('the failures by reason', () => {
  it('name private and deleted posts and those that could not be read, and sum up the rest', () => {
    expect(failureParts({ private: 41, gone: 19, failed: 5, download: 3 })).toBe(
      '41 private, 19 deleted, 5 could not be read, 3 other',
    );
    expect(failureParts({ network: 1_200 })).toBe('1,200 could not be read');
    expect(failureParts({})).toBe('');
  });
});
