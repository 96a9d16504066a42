import { downloadPanel } from '#messages/download-panel.ts';
import { text } from '#shared/messages/text.ts';
import { problemOfResponse } from '../transfer/transfer-attempt.ts';
import {
  type FileOutcome,
  failedFor,
  failedSave,
  probeSource,
  refusal,
  type SaveFailure,
  type SaveFileRequest,
  type SaveSource,
  withFlag,
} from './save-request.ts';

/** The simulated progress that the specification prescribes: 10, then a random 70 to 90 every 500 ms, then 100 after 2 seconds. */
const FIRST_PERCENT = 10;
const LEAST_PERCENT = 70;
const MOST_PERCENT = 90;
const STEP_MS = 500;
const TOTAL_MS = 2_000;

/** A server that does not answer for this long is reported, because browsers open a tab only shortly after a click. */
const PROBE_TIMEOUT_MS = 20_000;

const randomPercent = (): number =>
  LEAST_PERCENT + Math.floor(Math.random() * (MOST_PERCENT - LEAST_PERCENT + 1));

type Probed =
  | { readonly kind: 'open'; readonly url: string }
  /** The platform's own link cannot work, so the file must come through this site. */
  | { readonly kind: 'not-direct' }
  | { readonly kind: 'cancelled' }
  | SaveFailure;

/** Asks this site whether the link redirects to the platform, because a new tab would show a refusal as plain text. */
async function probe(request: SaveFileRequest, source: SaveSource): Promise<Probed> {
  const { control } = request;
  const signal = AbortSignal.any([control.signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]);
  const { answer, url } = await probeSource(
    { ...request, source },
    (one) => withFlag(one.url, 'redirect'),
    (input, init) => request.fetch(input, { ...init, redirect: 'manual', signal }),
  );
  if (control.signal.aborted) return { kind: 'cancelled' };
  if (answer.type === 'opaqueredirect') return { kind: 'open', url };
  // HEAD answers have no body, so the reason of a refusal is asked for again.
  const refused = await request.fetch(url, { cache: 'no-store', redirect: 'manual', signal });
  if (refused.type === 'opaqueredirect') return { kind: 'open', url };
  const problem = await problemOfResponse(refused);
  return problem?.code === 'redirect_unavailable' ? { kind: 'not-direct' } : refusal(refused.status, problem);
}

/**
 * Reports the steps of the simulated progress up to 100 percent; ends early when the signal aborts. The total time has its own timer,
 * because the new tab hides this page, and browsers then delay each timer by up to a second.
 */
async function simulate({ connectivity, control: { signal }, onSimulated }: SaveFileRequest, tab: string) {
  let isWhole = false;
  const whole = connectivity.sleep(TOTAL_MS, signal).then(() => {
    isWhole = true;
  });
  for (;;) {
    await Promise.race([connectivity.sleep(STEP_MS, signal), whole]);
    if (signal.aborted) return;
    if (isWhole) break;
    onSimulated({ percent: randomPercent(), tab });
  }
  onSimulated({ percent: 100, tab });
  // So that the 100 can be seen.
  await connectivity.sleep(STEP_MS, signal);
}

/**
 * Lets the platform's own servers send a file: follows the platform's link in a new tab, and simulates the progress because the page sees
 * none of the bytes. If the browser does not follow the link, opens the file in an empty tab and returns a failure, or `blocked` if that is
 * blocked too. `failure` is that of an earlier transfer through this site, or null; it is returned if the platform's link cannot work, so
 * null means that the file must come through this site. Never throws.
 */
export async function saveDirectly(
  request: SaveFileRequest,
  source: SaveSource,
  failure: SaveFailure | null,
): Promise<FileOutcome | null> {
  const { sinks, control, connectivity, onSimulated } = request;
  if (!connectivity.isOnline())
    return failedSave(
      text(downloadPanel, 'failedBecause', { reason: text(downloadPanel, 'failures.offline') }),
    );
  onSimulated({ percent: FIRST_PERCENT, tab: null });
  let probed: Probed;
  try {
    probed = await probe(request, source);
  } catch {
    probed = failedFor('noAnswer');
  }
  if (control.signal.aborted) return { kind: 'cancelled' };
  if (probed.kind === 'not-direct') return failure;
  if (probed.kind !== 'open') return failure ?? probed;
  const { url } = probed;
  if (!sinks.saveInTab(url)) {
    if (!sinks.openTab(url)) return { kind: 'blocked', url };
    return failedSave(
      text(downloadPanel, 'failedBecause', { reason: text(downloadPanel, 'failures.openedInstead') }),
    );
  }
  onSimulated({ percent: FIRST_PERCENT, tab: url });
  await simulate(request, url);
  return control.signal.aborted ? { kind: 'cancelled' } : { kind: 'opened', url, isDirect: true };
}
