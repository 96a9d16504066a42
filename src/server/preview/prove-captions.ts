import { readFileType, sniffMedia } from '../net/media-type.ts';
import { type FileAccess, type FileInspection, inspectFile, totalOf } from './inspect-file.ts';
import type { ResolvedCaptions } from './resolved-post.ts';

const isWebVtt = ({ response: { status, headers }, opening }: FileInspection): boolean =>
  opening !== null &&
  (headers['content-encoding']?.toLowerCase() ?? 'identity') === 'identity' &&
  readFileType('captions', headers['content-type']) !== null &&
  sniffMedia(opening.bytes, status === 206).kind === 'captions';

/**
 * Checks a caption file by the rules of a download: status, type, signature and size. Returns it with its measured size,
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
    return isWebVtt(inspection) && size !== 'none' ? [{ ...captions, size }] : [];
  } catch {
    return [];
  }
};
