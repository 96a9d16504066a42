import { describe, expect, it } from 'vitest';
import { OutboundError } from '../outbound/outbound-client.ts';
import { findingOfError, isNewer } from './install-program.ts';

it('compares versions by their numbers', () => {
  const ordered = ['2025.12.31', '2026.01.02', '2026.01.02.3', '2026.01.02.10', '2026.01.03'];
  for (const [place, version] of ordered.entries())
    expect(ordered.map((other) => isNewer(version, other))).toEqual(
      ordered.map((_other, index) => index < place),
    );
});

const systemError = (code: string): Error => Object.assign(new Error(code), { code });

describe('the finding of an error', () => {
  it.each([
    [systemError('ENOSPC'), 'disk_full'],
    [systemError('EDQUOT'), 'disk_full'],
    [systemError('EACCES'), 'not_writable'],
    [systemError('EROFS'), 'not_writable'],
    [systemError('ECONNRESET'), 'no_network'],
    [new DOMException('too late', 'TimeoutError'), 'no_network'],
    [new OutboundError('unresolved'), 'no_network'],
    [new OutboundError('timeout'), 'no_network'],
    [new OutboundError('proxy-refused'), 'no_network'],
    [new OutboundError('too-large'), 'bad_release'],
    [new OutboundError('bad-answer'), 'bad_release'],
    [new OutboundError('refused-host'), 'bad_release'],
    [new TypeError('a mistake'), 'fault'],
  ])('%s is %s', (error, finding) => {
    expect(findingOfError(error)).toBe(finding);
  });
});
