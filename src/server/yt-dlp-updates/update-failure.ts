import type { UpdateFinding } from '#shared/contract/yt-dlp-updates.ts';
import { OutboundError, type OutboundFault } from '../net/outbound-client.ts';

/** Finding of an installation that does not end with a new program. */
export type FailureFinding = Exclude<UpdateFinding, 'installed' | 'rolled_back'>;

/** Ends an installation. Thrown inside this module only; its finding is the outcome. */
export class UpdateFailure extends Error {
  override readonly name = 'UpdateFailure';
  readonly finding: FailureFinding;
  constructor(finding: FailureFinding, options?: { cause: unknown }) {
    super(`yt-dlp was not installed: ${finding}`, options);
    this.finding = finding;
  }
}

const OF_FAULT: Readonly<Partial<Record<OutboundFault, FailureFinding>>> = {
  'refused-address': 'redirect_refused',
  'refused-host': 'redirect_refused',
  'refused-redirect': 'redirect_refused',
  'bad-answer': 'bad_release',
  'too-large': 'too_large',
};

const OF_SYSTEM_CODE: Readonly<Record<string, FailureFinding>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EACCES: 'not_writable',
  EPERM: 'not_writable',
  EROFS: 'not_writable',
  ENOTDIR: 'not_writable',
  EEXIST: 'not_writable',
  EIO: 'not_writable',
};

const FILE_CALLS = new Set(['open', 'write', 'mkdir', 'mkdtemp', 'rename', 'fsync', 'chmod', 'close']);

/** Returns the finding of an error of the file system; null for any other error. */
export const findingOfFileSystem = (error: unknown): FailureFinding | null => {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return null;
  if (!FILE_CALLS.has(String(error.syscall))) return null;
  return OF_SYSTEM_CODE[String(error.code)] ?? null;
};

/** Returns the finding of any error during an installation. `fault` stands for an unexpected one, which belongs in the log. */
export const findingOfError = (error: unknown): FailureFinding => {
  if (error instanceof UpdateFailure) return error.finding;
  if (error instanceof OutboundError) return OF_FAULT[error.fault] ?? 'no_network';
  return findingOfFileSystem(error) ?? 'fault';
};
