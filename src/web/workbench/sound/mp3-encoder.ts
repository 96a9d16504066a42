import { type AudioCodec, type AudioSample, CustomAudioEncoder, EncodedPacket } from 'mediabunny';
import { createEncoder, type WasmMediaEncoder } from 'wasm-media-encoders';
import wasmUrl from 'wasm-media-encoders/wasm/mp3?url';
import { fetchSource } from '../source/fetch-source.ts';
import { createFrameSplitter, FRAME_SAMPLES, MP3_BITRATE, MP3_RATES, type Mp3Rate } from './mp3-frames.ts';

const INT16_RANGE = 32_768;
const KILO = 1_000;

/** Returns the rate that an MP3 file has for sound of a rate; LAME converts others. */
const mp3RateOf = (rate: number): Mp3Rate => MP3_RATES.find((one) => one === rate) ?? 44_100;

/** LAME, as an encoder of the media library: mono or stereo. */
export class Mp3Encoder extends CustomAudioEncoder {
  #lame: WasmMediaEncoder<'audio/mpeg'> | null = null;
  #split: ReturnType<typeof createFrameSplitter> = () => [];
  #rate: Mp3Rate = 44_100;
  #frames = 0;
  #plane = new Int16Array();
  #channels: Float32Array[] = [];

  static override supports(codec: AudioCodec, { numberOfChannels }: AudioEncoderConfig): boolean {
    return codec === 'mp3' && numberOfChannels <= 2;
  }

  async init(): Promise<void> {
    const { numberOfChannels, sampleRate } = this.config;
    const wasm = await WebAssembly.compile(await (await fetchSource(wasmUrl)).arrayBuffer());
    this.#lame = await createEncoder('audio/mpeg', wasm);
    this.#rate = mp3RateOf(sampleRate);
    this.#split = createFrameSplitter(this.#rate);
    this.#lame.configure({
      channels: numberOfChannels === 1 ? 1 : 2,
      sampleRate,
      outputSampleRate: this.#rate,
      bitrate: (MP3_BITRATE / KILO) as 192,
    });
  }

  encode(sample: AudioSample): void {
    const { numberOfChannels, numberOfFrames } = sample;
    // The same memory for every sample of a length: a browser collects it late.
    if (this.#plane.length !== numberOfFrames) {
      this.#plane = new Int16Array(numberOfFrames);
      this.#channels = Array.from({ length: numberOfChannels }, () => new Float32Array(numberOfFrames));
    }
    for (const [planeIndex, channel] of this.#channels.entries()) {
      // In this format, because WebKitGTK never answers for samples of floating-point numbers.
      sample.copyTo(this.#plane, { format: 's16-planar', planeIndex });
      // An iterator would create a pair for each number. Their collection makes what is read meanwhile live longer.
      for (let at = 0; at < numberOfFrames; at += 1) channel[at] = (this.#plane[at] ?? 0) / INT16_RANGE;
    }
    this.#pass(this.#lame?.encode(this.#channels));
  }

  flush(): void {
    this.#pass(this.#lame?.finalize());
  }

  close(): void {
    this.#lame = null;
  }

  #pass(bytes: Uint8Array = new Uint8Array()): void {
    const { numberOfChannels } = this.config;
    const decoderConfig = { codec: 'mp3', numberOfChannels, sampleRate: this.#rate };
    for (const frame of this.#split(bytes)) {
      const duration = FRAME_SAMPLES / this.#rate;
      this.onPacket(new EncodedPacket(frame, 'key', this.#frames * duration, duration), { decoderConfig });
      this.#frames += 1;
    }
  }
}
