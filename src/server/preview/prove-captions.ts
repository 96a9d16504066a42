import { readFileType, sniffMedia } from '../net/media-type.ts';
import { type FileAccess, type FileInspection, inspectFile, totalOf } from './inspect-file.ts';
import type { ResolvedCaptions } from './resolved-post.ts';

/**
 * Length of the shortest file with a cue: the signature, a blank line and a timing line. TikTok also lists translations that hold
 * nothing but the signature.
 */
const SHORTEST_WITH_CUE = 'WEBVTT\n\n00:00.000 --> 00:00.001\n'.length;

const isWebVtt = ({ response: { status, headers }, opening }: FileInspection): boolean =>
  opening !== null &&
  (headers['content-encoding']?.toLowerCase() ?? 'identity') === 'identity' &&
  readFileType('captions', headers['content-type']) !== null &&
  sniffMedia(opening.bytes, status === 206).kind === 'captions';

/**
 * Checks a caption file by the rules of a download: status, type, signature and size. A file without cues is none. Returns it with its measured size,
 * or nothing: unlike the video, captions that could not be checked are not worth a download that may fail. Never
 * rejects.
 */
export const proveCaptions = async (
  access: FileAccess,
  captions: ResolvedCaptions,
): Promise<readonly ResolvedCaptions[]> => {
  const { source } = captions;
  if (source.kind !== 'upstream') return [];
  try {
    const inspection = await inspectFile(access, source, 'captions');
    const size = totalOf(inspection.response);
    if (!isWebVtt(inspection) || size === 'none') return [];
    return size !== null && size < SHORTEST_WITH_CUE ? [] : [{ ...captions, size }];
  } catch {
    return [];
  }
};
