import { canEncodeVideo, type VideoEncodingConfig } from 'mediabunny';
import { JobStop } from '../job-stop.ts';

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Returns whether the device encodes H.264, the one codec that every player and gallery reads. */
export const encodesH264 = (size: PictureSize, bitrate: number): Promise<boolean> =>
  canEncodeVideo('avc', { ...size, bitrate });

/** Returns the settings of an H.264 encoder. Rejects with JobStop (`unsupported`) when the device has none for this size. */
export async function h264Config(size: PictureSize, bitrate: number): Promise<VideoEncodingConfig> {
  if (!(await encodesH264(size, bitrate))) throw new JobStop('unsupported');
  return {
    codec: 'avc',
    bitrate,
    // Firefox on Linux writes a broken header for the form that MP4 has. The library converts the other one.
    onEncoderConfig(config) {
      config.avc = { format: 'annexb' };
    },
  };
}
