import { downloadPanel } from '#messages/download-panel.ts';
import { extensionByMime } from '#shared/format/mime.ts';
import { text } from '#shared/messages/text.ts';
import { BLOB_MAX_BYTES } from '../../../lib/set-plan.ts';
import { type TransferOutcome, transfer } from '../transfer/transfer.ts';
import { problemOfResponse } from '../transfer/transfer-attempt.ts';
import { makeOnDevice } from './make-on-device.ts';
import { saveDirectly } from './save-directly.ts';
import {
  createFailure,
  createFailureFor,
  createFinalFailure,
  createRefusalFailure,
  downloadLink,
  type FetchOutcome,
  type FileOutcome,
  probeSource,
  reasonOfStatus,
  refreshSource,
  type SaveFailure,
  type SaveFileRequest,
  type SaveSource,
  withFlag,
} from './save-request.ts';

/** Returns the name of the file; that of a picture ends with the extension of its type, which may only have been guessed before. */
function nameFor({ type }: Blob, { filename }: SaveSource): string {
  const extension = type.startsWith('image/') ? extensionByMime(type) : null;
  return extension === null ? filename : filename.replace(/\.\w+$/u, `.${extension}`);
}

const knownSize = (source: SaveSource): number | null => (source.sizeKnown ? source.size : null);

/**
 * Starts the browser's own download of a file, after a HEAD request has shown that the link works. Without that request, the browser might
 * save an error response in place of the file, or save nothing while the page reports success. Returns a failure if the link does not work.
 * The page cannot observe how the browser's download ends. A file with another name than that in the link is requested without a name,
 * because browsers prefer the server's name to that of the anchor.
 */
async function handOverToBrowser(request: SaveFileRequest, source: SaveSource): Promise<FileOutcome> {
  const { sinks, control, prefersLink } = request;
  let status = 0;
  try {
    const isUnnamed = source.isRenamed === true && !prefersLink;
    const { answer, url } = await probeSource({ ...request, source }, (current) => {
      const link = downloadLink(request, current);
      return isUnnamed ? withFlag(link, 'unnamed') : link;
    });
    if (answer.ok) await sinks.waitForSlot(control.signal);
    if (answer.ok && !control.signal.aborted) {
      sinks.saveLink(url, prefersLink ? null : source.filename);
      return { kind: 'handed-over' };
    }
    ({ status } = answer);
    if (!answer.ok && status !== 410) {
      // HEAD answers have no body, so a second request asks for the reason of the refusal.
      const refused = await request.fetch(url, { cache: 'no-store', signal: control.signal });
      const problem = refused.ok ? null : await problemOfResponse(refused);
      if (problem !== null) return createRefusalFailure(refused.status, problem, 0, knownSize(source));
      await refused.body?.cancel();
    }
  } catch {
    // Reported below like a refusal.
  }
  if (control.signal.aborted) return { kind: 'cancelled' };
  return createFinalFailure(status === 0 ? 'noAnswer' : reasonOfStatus(status), knownSize(source));
}

/**
 * Opens the platform's own link in a new tab, for a file that our server could not reach but the visitor's network may. Returns `failure`
 * if this site does not redirect to the platform, and `blocked` if the browser does not open the tab.
 */
async function openOnPlatform(
  request: SaveFileRequest,
  source: SaveSource,
  failure: SaveFailure,
): Promise<FileOutcome> {
  const url = withFlag(source.url, 'redirect');
  try {
    const answer = await request.fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: request.control.signal,
    });
    if (answer.type === 'opaqueredirect') {
      return request.sinks.openTab(url) ? { kind: 'opened', url, isDirect: false } : { kind: 'blocked', url };
    }
  } catch {
    if (request.control.signal.aborted) return { kind: 'cancelled' };
  }
  return failure;
}

/**
 * Returns the outcome of the download for the outcome of its transfer. Starts a fallback, if the outcome and `request.output` allow one.
 */
async function toSaveOutcome(
  request: SaveFileRequest,
  source: SaveSource,
  outcome: TransferOutcome,
): Promise<FetchOutcome> {
  switch (outcome.kind) {
    case 'complete':
      return { kind: 'collected', blob: outcome.blob, filename: nameFor(outcome.blob, source) };
    case 'cancelled':
    case 'busy':
      return outcome;
    case 'too-large':
      return request.output === 'zip' ? outcome : handOverToBrowser(request, source);
    case 'unanswered':
      // The fetch got no response: an extension or a broken worker may block it while plain downloads work.
      return request.output === 'zip'
        ? createFailureFor('noAnswer', 0, knownSize(source))
        : handOverToBrowser(request, source);
    case 'broken':
      // Bytes had begun to arrive: a fallback would hide an incomplete file.
      return createFailureFor(BROKEN_REASONS[outcome.cause], outcome.received, outcome.total);
    case 'refused':
      return refusedOutcome(request, source, outcome);
  }
}

const BROKEN_REASONS = { unanswered: 'noAnswer', dropped: 'brokeOff', changed: 'changed' } as const;

/** Codes of problems in which the server could not get a file that the visitor's own network may still get. */
const UNREACHED: readonly (string | undefined)[] = ['network', 'media_failed'];

async function refusedOutcome(
  request: SaveFileRequest,
  source: SaveSource,
  { status, received, total, problem }: Extract<TransferOutcome, { kind: 'refused' }>,
): Promise<FileOutcome> {
  const failure = createRefusalFailure(status, problem, received, total);
  if (received > 0 || request.output !== 'file') return failure;
  if (source.direct !== undefined && UNREACHED.includes(problem?.code))
    return (await saveDirectly(request, source, failure)) ?? failure;
  return problem?.code === 'network' ? openOnPlatform(request, source, failure) : failure;
}

/** Smaller files are received again within seconds. */
export const KEEP_MIN_BYTES = 20 * 1024 * 1024;

/** Gives a large file, or one of a ZIP, its place on the disk if there is one. Returns a failure if another tab writes the file. */
async function moveToDisk(request: SaveFileRequest, source: SaveSource): Promise<SaveFailure | null> {
  const { partialFile, output, maxBytes, keep } = request;
  const isLarge = output === 'zip' || (source.sizeKnown && source.size >= KEEP_MIN_BYTES);
  if (!isLarge || maxBytes <= 0 || partialFile.diskId !== null || partialFile.size > 0) return null;
  const ticket = /\/api\/media\/([^/?]+)/u.exec(source.url)?.[1];
  const place = await keep({
    id: source.keptId ?? null,
    bytes: source.size,
    about: output === 'zip' || ticket === undefined ? null : { filename: source.filename, ticket },
  });
  if (place === 'elsewhere') return createFailureFor('elsewhere', 0, knownSize(source));
  if (place !== null) partialFile.keepAt(place);
  return null;
}

/** Returns how much of the file the page may receive. On the disk, only its ZIP limits it. */
function maxBytesOf({ partialFile, output, maxBytes }: SaveFileRequest): number {
  if (partialFile.diskId === null) return Math.min(maxBytes, BLOB_MAX_BYTES);
  return output === 'zip' ? maxBytes : Number.POSITIVE_INFINITY;
}

/**
 * Downloads one file, makes it on this device (`making`), or takes what the page wrote (`content`). With `prefersLink` the browser downloads the file from its link. With direct delivery the platform itself sends a
 * single file (`saveDirectly`), if it can. Any other file is streamed with exact progress (`transfer`). If the file is too large for the
 * page or gets no response, the browser's own download takes over, but not for a file of a ZIP. If the server could not reach a single
 * file, the platform's own link is opened. Returns every other failure with the sentence to show. Never throws.
 */
export async function fetchFile(request: SaveFileRequest): Promise<FetchOutcome> {
  let { source } = request;
  if (source.content !== undefined)
    return { kind: 'collected', blob: source.content, filename: source.filename };
  if (source.url === '') return createFailure(text(downloadPanel, 'noDownloadUrl'));
  if (source.making !== undefined)
    return makeOnDevice(request, source.making, (fallback) => fetchFile({ ...request, source: fallback }));
  if (request.prefersLink) return handOverToBrowser(request, source);
  let hasLink = true;
  if (source.direct === true && request.output === 'file') {
    const direct = await saveDirectly(request, source, null);
    if (direct !== null) return direct;
    request.onSimulated(null);
  }
  const elsewhere = await moveToDisk(request, source);
  if (elsewhere !== null) return elsewhere;
  const { partialFile } = request;
  const isOnDisk = partialFile.diskId !== null;
  const outcome = await transfer({
    ...request,
    maxBytes: maxBytesOf(request),
    url: downloadLink(request, source),
    expectedSize: knownSize(source),
    refresh: async (signal) => {
      const fresh = await refreshSource(request, signal);
      hasLink = fresh !== null;
      if (fresh === null) return null;
      source = fresh;
      return downloadLink(request, fresh);
    },
  });
  if (isOnDisk && outcome.kind === 'too-large')
    request.onFallback(text(downloadPanel, 'noRoom', { what: source.filename }));
  const isGone = outcome.kind === 'refused' && outcome.status === 410;
  if (isGone && source.keptId !== undefined) partialFile.clear('discard');
  const end = await toSaveOutcome(request, source, outcome);
  const isExpired = isGone && outcome.received === 0;
  return end.kind === 'failed' && isExpired && !hasLink
    ? { ...end, message: text(downloadPanel, 'noDownloadUrl') }
    : end;
}
