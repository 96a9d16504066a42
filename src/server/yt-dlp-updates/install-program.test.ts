import { expect, it } from 'vitest';
import { isNewer } from './install-program.ts';

it('compares versions by their numbers', () => {
  const ordered = ['2025.12.31', '2026.01.02', '2026.01.02.3', '2026.01.02.10', '2026.01.03'];
  for (const [place, version] of ordered.entries())
    expect(ordered.map((other) => isNewer(version, other))).toEqual(
      ordered.map((_other, index) => index < place),
    );
});
