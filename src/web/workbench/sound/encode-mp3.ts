import {
  type AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  type InputAudioTrack,
  Mp3OutputFormat,
  Output,
  registerEncoder,
  type StreamTarget,
} from 'mediabunny';
import type { Job } from '../job.ts';
import { JobStop } from '../job-stop.ts';
import { addCopiedTrack } from '../packets/copied-track.ts';
import { inStep } from '../packets/in-step.ts';
import { checkEnd } from '../packets/track-end.ts';
import type { OpenSource } from '../source/open-media.ts';
import { Mp3Encoder } from './mp3-encoder.ts';
import { MP3_BITRATE } from './mp3-frames.ts';
import { decodeOnPage, type PageDecoder } from './page-sound.ts';
import { hasSoundDecoder } from './sound-decoder.ts';
import { readTags } from './sound-tags.ts';

const STEREO = 2;

/** Adds a sound to an output that has not started. Returns the generator that fills it, and yields up to which second it is. */
async function addEncodedSound(output: Output, sound: InputAudioTrack, page: PageDecoder) {
  registerEncoder(Mp3Encoder);
  const source = new AudioSampleSource({
    codec: 'mp3',
    bitrate: MP3_BITRATE,
    ...((await sound.getNumberOfChannels()) > STEREO && { transform: { numberOfChannels: STEREO } }),
  });
  output.addAudioTrack(source);
  const isDecodable = await hasSoundDecoder(sound);
  return async function* (): AsyncGenerator<number> {
    const samples: AsyncIterable<AudioSample> = isDecodable
      ? new AudioSampleSink(sound).samples()
      : decodeOnPage(sound, page);
    let end = 0;
    for await (const sample of samples) {
      end = Math.max(end, sample.timestamp + sample.duration);
      // What ends before 0 starts the decoder and is not to be heard.
      if (sample.timestamp + sample.duration > 0) await source.add(sample);
      sample.close();
      yield end;
    }
    source.close();
    await checkEnd(sound, end);
  };
}

/** Writes the sound of a source into an MP3 file; one that is MP3 already is copied. Rejects with JobStop. */
export async function encodeMp3(
  { source, tags }: Extract<Job, { kind: 'mp3' }>,
  open: OpenSource,
  target: StreamTarget,
  page: PageDecoder,
): Promise<void> {
  const { sound } = await open(source);
  if (sound === null) throw new JobStop('no-track');
  const output = new Output({ format: new Mp3OutputFormat(), target });
  const isMp3 = (await sound.getCodec()) === 'mp3';
  const fill = isMp3
    ? (await addCopiedTrack(output, sound, null)).copy
    : await addEncodedSound(output, sound, page);
  output.setMetadataTags(await readTags(tags));
  await output.start();
  await inStep([fill()]);
  await output.finalize();
}
