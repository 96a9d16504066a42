import { describe, expect, it } from 'vitest';
import { OutboundError } from '../net/outbound-client.ts';
import { findingOfError, UpdateFailure } from './update-failure.ts';

const systemError = (code: string, syscall: string): Error =>
  Object.assign(new Error(code), { code, syscall });

describe('the finding of an error', () => {
  it.each([
    [systemError('ENOSPC', 'write'), 'disk_full'],
    [systemError('EDQUOT', 'open'), 'disk_full'],
    [systemError('EACCES', 'mkdir'), 'not_writable'],
    [systemError('EROFS', 'open'), 'not_writable'],
    [systemError('EACCES', 'connect'), 'fault'],
    [new OutboundError('unresolved'), 'no_network'],
    [new OutboundError('timeout'), 'no_network'],
    [new OutboundError('too-large'), 'too_large'],
    [new OutboundError('bad-answer'), 'bad_release'],
    [new OutboundError('refused-host'), 'redirect_refused'],
    [new UpdateFailure('checksum_mismatch'), 'checksum_mismatch'],
    [new TypeError('a mistake'), 'fault'],
  ])('%s is %s', (error, finding) => {
    expect(findingOfError(error)).toBe(finding);
  });
});
