import type { Quality } from '#shared/contract/preview.ts';

type Codec = NonNullable<Quality['codec']>;

/** A usual profile of each codec, as `canPlayType` names it. */
const PROFILES: Readonly<Record<Codec, string>> = {
  h264: 'avc1.64001F',
  h265: 'hvc1.1.6.L93.B0',
  vp9: 'vp09.00.31.08',
  av1: 'av01.0.05M.08',
};

/**
 * Returns whether this browser says that it can decode a codec. Returns true for an unknown codec, because only playing shows whether that
 * works.
 */
export const canPlayCodec = (codec: Codec | undefined): boolean =>
  codec === undefined ||
  document.createElement('video').canPlayType(`video/mp4; codecs="${PROFILES[codec]}"`) !== '';
