import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';

const run = promisify(execFile);

const probeSchema = z.object({
  streams: z.array(
    z.object({
      codec_type: z.string(),
      codec_name: z.string(),
      width: z.number().optional(),
      height: z.number().optional(),
      disposition: z.object({ attached_pic: z.number() }),
    }),
  ),
  format: z.object({ duration: z.coerce.number(), tags: z.record(z.string(), z.string()).optional() }),
});
const keyFramesSchema = z.object({
  packets: z.array(z.object({ pts_time: z.coerce.number(), flags: z.string() })),
});

/** Seconds of the clips. */
export const CLIP_SECONDS = 6;
const KEY_FRAME_SECONDS = 1;

/** Makes the sources of the jobs in a folder, and reads what jobs made of them. Needs ffmpeg. */
export function createSampleMedia(folder: string) {
  const ffmpeg = async (...args: readonly string[]): Promise<string> =>
    (await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { cwd: folder })).stdout;
  const ffprobe = async (...args: readonly string[]): Promise<unknown> =>
    JSON.parse((await run('ffprobe', ['-v', 'error', '-of', 'json', ...args], { cwd: folder })).stdout);

  async function cut(name: string, from: string): Promise<void> {
    const bytes = await readFile(path.join(folder, from));
    await writeFile(path.join(folder, name), bytes.subarray(0, Math.round(bytes.length * 0.6)));
  }

  return {
    async make(): Promise<void> {
      const seconds = String(CLIP_SECONDS);
      const gop = String(KEY_FRAME_SECONDS * 30);
      const picture = ['-f', 'lavfi', '-i', `testsrc2=s=320x568:r=30:d=${seconds}`];
      const sound = ['-f', 'lavfi', '-i', `sine=440:d=${seconds}`];
      await ffmpeg(...picture, ...sound, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', gop, 'late.mp4');
      await Promise.all([
        ffmpeg('-i', 'late.mp4', '-c', 'copy', '-movflags', '+faststart', 'clip.mp4'),
        ffmpeg('-i', 'late.mp4', '-c', 'copy', '-an', '-movflags', '+dash+delay_moov', 'picture.mp4'),
        ffmpeg('-i', 'late.mp4', '-c', 'copy', '-vn', '-movflags', '+dash+delay_moov', 'sound.mp4'),
        ffmpeg('-i', 'late.mp4', '-c', 'copy', '-an', 'silent.mp4'),
        ffmpeg('-i', 'late.mp4', '-vn', '-ac', '1', '-ar', '24000', 'low.m4a'),
        ffmpeg('-i', 'late.mp4', '-vn', '-b:a', '128k', 'song.mp3'),
        ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=640x800', '-frames:v', '1', 'tall.jpg'),
        ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=800x451', '-frames:v', '1', 'wide.jpg'),
      ]);
      await Promise.all([cut('cut.mp4', 'clip.mp4'), cut('cut-late.mp4', 'late.mp4')]);
    },
    /** Returns the hashes of the packets of a kind of stream, in their order in the file. */
    async packetHashes(name: string, kind: 'v' | 'a'): Promise<readonly string[]> {
      const lines = await ffmpeg('-i', name, '-map', `0:${kind}:0`, '-c', 'copy', '-f', 'framemd5', '-');
      // Of a packet: stream, times, duration, size and hash; what may follow is not in the packet.
      return lines
        .split('\n')
        .flatMap((line) => (line.startsWith('#') ? [] : (line.split(',')[5]?.trim() ?? [])));
    },
    probe: async (name: string) => probeSchema.parse(await ffprobe('-show_format', '-show_streams', name)),
    /** Returns the times of the key frames of a picture, and of all its frames, in the order of decoding. */
    async frameTimes(name: string) {
      const { packets } = keyFramesSchema.parse(
        await ffprobe('-select_streams', 'v:0', '-show_packets', name),
      );
      const times = (some: typeof packets) => some.map(({ pts_time }) => pts_time);
      return { all: times(packets), key: times(packets.filter(({ flags }) => flags.startsWith('K'))) };
    },
    /** Decodes a whole file. Rejects with what ffmpeg complains about. */
    async decode(name: string): Promise<void> {
      const { stderr } = await run('ffmpeg', ['-v', 'warning', '-i', name, '-f', 'null', '-'], {
        cwd: folder,
      });
      if (stderr !== '') throw new Error(stderr);
    },
  };
}
