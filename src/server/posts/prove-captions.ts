import { addressesOf, digestOpening, type UpstreamFile } from '../outbound/media-source.ts';
import { readFileType, sniffMedia } from '../outbound/media-type.ts';
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

const proveAddress = async (
  access: FileAccess,
  captions: ResolvedCaptions,
  source: UpstreamFile,
): Promise<ResolvedCaptions | null> => {
  const inspection = await inspectFile(access, source, 'captions');
  const size = totalOf(inspection.response);
  if (inspection.opening === null || !isWebVtt(inspection) || size === 'none') return null;
  if (size !== null && size < SHORTEST_WITH_CUE) return null;
  const opening = digestOpening(inspection.opening.bytes, size);
  return { ...captions, size, source: opening === null ? source : { ...source, opening } };
};

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
  for (const address of addressesOf(source)) {
    const found = await proveAddress(access, captions, address).catch(() => null);
    if (found !== null) return [found];
  }
  return [];
};
