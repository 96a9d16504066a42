import { CanvasSource, Mp4OutputFormat, NullTarget, Output } from 'mediabunny';
import { encodesH264, h264Config } from '../picture/encoder-config.ts';

/** Settings of the films. With one frame for each picture, players could not seek within it. */
export const FILM = { bitrate: 2_000_000, framesPerSecond: 10, longSide: 1_920, shortSide: 1_080 } as const;

/** More frames than the library passes on before it waits for the first of them; some encoders answer only a flush. */
const PROBED_FRAMES = 8;
const PROBED_SIDE = 128;

/** Returns whether the device encodes films of the largest size, and really encodes. May never resolve, as an encoder may never answer. */
export async function encodesFilms(): Promise<boolean> {
  const { bitrate, framesPerSecond, longSide, shortSide } = FILM;
  if (!(await encodesH264({ width: shortSide, height: longSide }, bitrate))) return false;
  const canvas = new OffscreenCanvas(PROBED_SIDE, PROBED_SIDE);
  canvas.getContext('2d');
  const encoder = new CanvasSource(canvas, await h264Config(canvas, bitrate));
  const output = new Output({ format: new Mp4OutputFormat(), target: new NullTarget() });
  output.addVideoTrack(encoder);
  await output.start();
  for (let frame = 0; frame < PROBED_FRAMES; frame += 1)
    await encoder.add(frame / framesPerSecond, 1 / framesPerSecond);
  await output.finalize();
  return true;
}
