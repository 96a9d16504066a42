import { describe, expect, it } from 'vitest';
import { OutboundError } from '../outbound/outbound-client.ts';
import { findingOfError } from './finding-of-error.ts';

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
