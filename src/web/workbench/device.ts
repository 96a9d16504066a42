import { inAppBrowser } from '../lib/in-app-browser.ts';
import { askWorker } from './run-in-worker.ts';

/** A browser may never answer whether it has an encoder. */
const ANSWER_MS = 3_000;
/** WebKitGTK: it says that it encodes, and then its page crashes or hangs. */
const CRASHING_ENCODER = /X11; Linux(?!.*Chrom).*AppleWebKit/u;

/** Returns whether the browser can make files. One inside an app cannot: it loses them without an error. */
export const canMakeFiles = (): boolean => typeof Worker !== 'undefined' && inAppBrowser() === null;

/** Returns whether the browser may be asked to encode pictures. */
export const mayEncode = (): boolean =>
  canMakeFiles() && typeof VideoEncoder !== 'undefined' && !CRASHING_ENCODER.test(navigator.userAgent);

let filmEncoder: Promise<boolean> | null = null;

const findFilmEncoder = async (): Promise<boolean> =>
  mayEncode() && (await askWorker({ kind: 'find-film-encoder' }, AbortSignal.timeout(ANSWER_MS))) === true;

/** Returns whether the device can encode a film; a browser that does not answer in time cannot. Never rejects. Asks once in a page. */
export const canEncodeFilm = (): Promise<boolean> => {
  filmEncoder ??= findFilmEncoder();
  return filmEncoder;
};
