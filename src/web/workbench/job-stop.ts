import type { JobFailure } from './job.ts';

/** Errors of a decoder or encoder that cannot go on, and the library's error for a file of none of its formats. */
const UNREADABLE = ['EncodingError', 'NotSupportedError', 'UnsupportedInputFormatError'];

/** Ends a job with a failure that the visitor sees. `status` is the HTTP status of a refusal; null otherwise. */
export class JobStop extends Error {
  override readonly name = 'JobStop';
  readonly failure: JobFailure;
  readonly status: number | null;

  constructor(failure: JobFailure, status: number | null = null, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
    this.status = status;
  }

  /** Returns the failure behind an error; an error that the workbench does not know is a fault. */
  static of(error: unknown): JobStop {
    if (error instanceof JobStop) return error;
    const { name } = error instanceof Error || error instanceof DOMException ? error : { name: '' };
    if (name === 'QuotaExceededError') return new JobStop('full', null, { cause: error });
    if (UNREADABLE.includes(name)) return new JobStop('unsupported', null, { cause: error });
    return new JobStop('fault', null, { cause: error });
  }
}
