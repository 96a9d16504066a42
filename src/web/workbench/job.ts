/** File that a job reads. `url` is absolute. `size` is in bytes; null if unknown. */
export interface JobSource {
  readonly url: string;
  readonly size: number | null;
}

/** What a file of sound says about itself. `cover` is a picture; null without one. */
export interface SoundTags<Cover = JobSource> {
  readonly title: string;
  readonly artist: string;
  readonly cover: Cover | null;
}

/** Part of a clip. Unless it `isExact`, it begins at the key frame at or before `fromSeconds`. */
export interface Part {
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly isExact: boolean;
}

/** A file to make from the files of a post (`Source`), and for a sound from a picture (`Cover`). */
export type JobOf<Source, Cover = Source> =
  /** Copies the sound of a clip or sound file, without encoding it anew. */
  | { readonly kind: 'm4a'; readonly source: Source; readonly tags: SoundTags<Cover> }
  /** Encodes the sound of a clip or sound file at 192 kbit/s. */
  | { readonly kind: 'mp3'; readonly source: Source; readonly tags: SoundTags<Cover> }
  /** Copies the picture of `picture` and the sound of `sound` into one MP4. `sound` may be a clip. */
  | { readonly kind: 'join'; readonly picture: Source; readonly sound: Source }
  /** Copies a part of a clip. With `isExact`, encodes the part anew. */
  | ({ readonly kind: 'clip'; readonly source: Source } & Part)
  /** Encodes pictures, each shown for `secondsEach`, and copies `music`, repeated as often as needed, into one MP4. */
  | {
      readonly kind: 'film';
      readonly pictures: readonly Source[];
      readonly secondsEach: number;
      readonly music: Source | null;
    };

/** A file to make on the visitor's own device. */
export type Job = JobOf<JobSource>;

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
