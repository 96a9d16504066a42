import { inAppBrowser } from '../lib/in-app-browser.ts';
import { runInWorker } from './run-in-worker.ts';

/** WebKitGTK never answers whether it has an encoder. */
const ANSWER_MS = 3_000;

/** Returns whether the browser can make files. One inside an app cannot: it loses them without an error. */
export const canMakeFiles = (): boolean => typeof Worker !== 'undefined' && inAppBrowser() === null;

let filmEncoder: Promise<boolean> | null = null;

async function findFilmEncoder(): Promise<boolean> {
  if (!canMakeFiles() || typeof VideoEncoder === 'undefined') return false;
  const found = await runInWorker({ kind: 'find-film-encoder' }, AbortSignal.timeout(ANSWER_MS));
  return found.kind === 'found' && found.value === true;
}

/** Returns whether the device can encode a film; a browser that does not answer in time cannot. Never rejects. Asks once in a page. */
export const canEncodeFilm = (): Promise<boolean> => {
  filmEncoder ??= findFilmEncoder();
  return filmEncoder;
};
