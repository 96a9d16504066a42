import { CanvasSource, type StreamTarget } from 'mediabunny';
import type { Job, JobSource } from '../job.ts';
import { JobStop } from '../job-stop.ts';
import { addCopiedTrack } from '../packets/copied-track.ts';
import { createMp4 } from '../packets/mp4-output.ts';
import { packetRoom } from '../packets/packet-room.ts';
import { h264Config } from '../picture/encoder-config.ts';
import type { OpenSource } from '../source/open-media.ts';
import { readPicture } from '../source/read-picture.ts';
import { FILM } from './film-encoder.ts';

/** Reads and decodes a picture, upright. Rejects with JobStop. */
async function decodePicture(source: JobSource, onRead: (bytes: number) => void): Promise<ImageBitmap> {
  const file = await readPicture(source, onRead);
  try {
    return await createImageBitmap(file);
  } catch (error) {
    throw new JobStop('unsupported', null, { cause: error });
  }
}

/** Returns a film's size: the picture's, at most that of FILM, and even, as H.264 needs it. */
export function filmSize({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = Math.min(
    1,
    FILM.longSide / Math.max(width, height),
    FILM.shortSide / Math.min(width, height),
  );
  const even = (length: number): number => Math.max(2, Math.round((length * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

/** Draws a picture as large as it fits, on black. */
function draw(canvas: OffscreenCanvas, context: OffscreenCanvasRenderingContext2D, picture: ImageBitmap) {
  const scale = Math.min(canvas.width / picture.width, canvas.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
}

/** Writes pictures, in the first one's size, and music into an MP4 file. `onRead` receives the bytes of each picture. Rejects with JobStop. */
export async function makeFilm(
  { pictures, secondsEach, music }: Extract<Job, { kind: 'film' }>,
  open: OpenSource,
  target: StreamTarget,
  onRead: (bytes: number) => void,
): Promise<void> {
  const [firstSource, ...others] = pictures;
  if (firstSource === undefined) throw new JobStop('no-track');
  const first = await decodePicture(firstSource, onRead);
  const size = filmSize(first);
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d', { alpha: false });
  const encoder = new CanvasSource(canvas, await h264Config(size, FILM.bitrate));
  const sound = music && (await open(music)).sound;
  if (context === null || (music !== null && sound === null)) throw new JobStop('no-track');

  const framesEach = Math.max(1, Math.round(secondsEach * FILM.framesPerSecond));
  const frames = framesEach * pictures.length;
  const seconds = frames / FILM.framesPerSecond;
  const soundRoom = sound === null ? 0 : await packetRoom(sound, seconds);
  const output = createMp4(target, [frames, soundRoom]);
  output.addVideoTrack(encoder, { maximumPacketCount: frames, frameRate: FILM.framesPerSecond });
  const copied = sound && (await addCopiedTrack(output, sound, soundRoom));
  await output.start();

  let frame = 0;
  const show = async (picture: ImageBitmap): Promise<void> => {
    draw(canvas, context, picture);
    picture.close();
    for (let index = 0; index < framesEach; index += 1, frame += 1)
      await encoder.add(frame / FILM.framesPerSecond, 1 / FILM.framesPerSecond, { keyFrame: index === 0 });
  };
  const showAll = async (): Promise<void> => {
    await show(first);
    for (const source of others) await show(await decodePicture(source, onRead));
    encoder.close();
  };
  await Promise.all([showAll(), copied?.repeat(seconds)]);
  await output.finalize();
}
