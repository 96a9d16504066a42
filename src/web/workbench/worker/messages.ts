import type { Job, JobFailure, JobSource } from '../job.ts';
import type { DecodedSound } from '../sound/page-sound.ts';

/** What the page asks its worker. A worker does one of these in its life. */
export type WorkerTask =
  /** Make a file. `pageDecodesSeconds` is the longest sound that the page decodes where the worker cannot. */
  | {
      readonly kind: 'make';
      readonly job: Job;
      readonly filename: string;
      readonly pageDecodesSeconds: number;
    }
  /** Time in seconds of the key frame at or before `atSeconds`; null without a picture. */
  | { readonly kind: 'find-key-frame'; readonly source: JobSource; readonly atSeconds: number }
  /** Whether a second of a clip from `atSeconds` is encoded within a second. */
  | { readonly kind: 'time-encoding'; readonly source: JobSource; readonly atSeconds: number }
  /** Whether the device can encode a film. */
  | { readonly kind: 'find-film-encoder' };

/** Message from the page to the worker. */
export type ToWorker =
  | { readonly kind: 'task'; readonly task: WorkerTask }
  /** Answer to `decode`; null if the page cannot decode the sound. */
  | { readonly kind: 'decoded'; readonly sound: DecodedSound | null }
  /** Remove what was written, and end. */
  | { readonly kind: 'cancel' };

/** Message from the worker to the page. */
export type FromWorker =
  | { readonly kind: 'progress'; readonly received: number; readonly total: number | null }
  | { readonly kind: 'decode'; readonly bytes: ArrayBuffer }
  | { readonly kind: 'made'; readonly file: File }
  | { readonly kind: 'found'; readonly value: number | boolean | null }
  | { readonly kind: 'failed'; readonly failure: JobFailure; readonly status: number | null };
