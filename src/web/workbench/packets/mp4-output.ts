import { Mp4OutputFormat, Output, type Target } from 'mediabunny';

/** Creates an MP4 file that begins with its index if all `rooms` (packetRoom) are known, and ends with it otherwise. */
export const createMp4 = (target: Target, rooms: readonly (number | null)[]): Output =>
  new Output({
    format: new Mp4OutputFormat({ fastStart: rooms.includes(null) ? false : 'reserve' }),
    target,
  });
