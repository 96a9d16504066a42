import type { UpdateFinding } from '#shared/contract/yt-dlp-updates.ts';
import { OutboundError } from '../outbound/outbound-client.ts';

const BAD_RELEASE = /^(?:refused-.+|bad-answer|too-large)$/;
const DISK_FULL = new Set<unknown>(['ENOSPC', 'EDQUOT']);
const NOT_WRITABLE = new Set<unknown>(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EIO']);

/** Returns the finding for an error during an installation. `fault` means an unexpected error, which belongs in the log. */
export const findingOfError = (error: unknown): UpdateFinding => {
  if (error instanceof OutboundError) return BAD_RELEASE.test(error.fault) ? 'bad_release' : 'no_network';
  const code = error instanceof Error && 'code' in error && error.code;
  if (DISK_FULL.has(code)) return 'disk_full';
  if (NOT_WRITABLE.has(code)) return 'not_writable';
  // What else has a code is an error of a connection or a timeout.
  return code === false ? 'fault' : 'no_network';
};
