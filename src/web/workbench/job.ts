/** File that a job reads. `url` is absolute. `size` is in bytes; null if unknown. */
export interface JobSource {
  readonly url: string;
  readonly size: number | null;
}

/** What a file of sound says about itself. `cover` is a picture; null without one. */
export interface SoundTags {
  readonly title: string;
  readonly artist: string;
  readonly cover: JobSource | null;
}

/** A file to make from the files of a post, on the visitor's own device. */
export type Job =
  /** Copies the sound of a clip or sound file, without encoding it anew. */
  | { readonly kind: 'm4a'; readonly source: JobSource; readonly tags: SoundTags }
  /** Encodes the sound of a clip or sound file at 192 kbit/s. */
  | { readonly kind: 'mp3'; readonly source: JobSource; readonly tags: SoundTags }
  /** Copies the picture of `picture` and the sound of `sound` into one MP4. `sound` may be a clip. */
  | { readonly kind: 'join'; readonly picture: JobSource; readonly sound: JobSource }
  /**
   * Copies a part of a clip, from the key frame at or before `fromSeconds` up to `toSeconds`. With `isExact`, encodes the part anew and
   * starts at `fromSeconds` itself.
   */
  | {
      readonly kind: 'clip';
      readonly source: JobSource;
      readonly fromSeconds: number;
      readonly toSeconds: number;
      readonly isExact: boolean;
    }
  /** Encodes pictures, each shown for `secondsEach`, and copies `music`, repeated as often as needed, into one MP4. */
  | {
      readonly kind: 'film';
      readonly pictures: readonly JobSource[];
      readonly secondsEach: number;
      readonly music: JobSource | null;
    };

/**
 * Why a job made no file. `refused`: the server answered with an error status. `unanswered`: nothing answered, or the connection broke and
 * did not come back. `incomplete`: a source ended before its end. `no-track`: a source has no picture or no sound to copy. `unsupported`:
 * this device cannot read or write the format. `full`: the device has no room for the file. `fault`: an unexpected error.
 */
export type JobFailure =
  | 'refused'
  | 'unanswered'
  | 'incomplete'
  | 'no-track'
  | 'unsupported'
  | 'full'
  | 'fault';

/** How a job ended. `status` is the HTTP status of a refusal; null otherwise. The bytes of `file` may lie on disk. */
export type JobOutcome =
  | { readonly kind: 'made'; readonly file: File }
  | { readonly kind: 'failed'; readonly failure: JobFailure; readonly status: number | null }
  | { readonly kind: 'cancelled' };
