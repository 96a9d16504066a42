import { downloadPanel } from '#messages/download-panel.ts';
import { text } from '#shared/messages/text.ts';
import { problemOfResponse } from '../transfer/transfer-attempt.ts';
import {
  createFailure,
  createFailureFor,
  createRefusalFailure,
  type FileOutcome,
  probeSource,
  type SaveFailure,
  type SaveFileRequest,
  type SaveSource,
  withFlag,
} from './save-request.ts';

/**
 * Simulated progress in percent, as the specification prescribes it: first 10, then a random number from 70 to 90 every 500 ms, and 100
 * after 2 seconds.
 */
const FIRST_PERCENT = 10;
const LEAST_PERCENT = 70;
const MOST_PERCENT = 90;
const STEP_MS = 500;
const TOTAL_MS = 2_000;

/**
 * Time after which an unanswered check of the link fails. Browsers open a tab only shortly after a click, so a later answer would be
 * useless.
 */
const PROBE_TIMEOUT_MS = 20_000;

const randomPercent = (): number =>
  LEAST_PERCENT + Math.floor(Math.random() * (MOST_PERCENT - LEAST_PERCENT + 1));

type Probed =
  | { readonly kind: 'open'; readonly url: string }
  /** The platform's own link cannot work, so the file must come through this site. */
  | { readonly kind: 'not-direct' }
  | { readonly kind: 'cancelled' }
  | SaveFailure;

/**
 * Asks this site whether the link redirects to the platform, because a new tab would show a refusal as plain text. Rejects when nothing
 * responds within PROBE_TIMEOUT_MS.
 */
async function probe(request: SaveFileRequest, source: SaveSource): Promise<Probed> {
  const { control } = request;
  const signal = AbortSignal.any([control.signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]);
  const { answer, url } = await probeSource(
    { ...request, source },
    (current) => withFlag(current.url, 'redirect'),
    (input, init) => request.fetch(input, { ...init, redirect: 'manual', signal }),
  );
  if (control.signal.aborted) return { kind: 'cancelled' };
  if (answer.type === 'opaqueredirect') return { kind: 'open', url };
  // HEAD answers have no body, so a second request asks for the reason of the refusal.
  const refused = await request.fetch(url, { cache: 'no-store', redirect: 'manual', signal });
  if (refused.type === 'opaqueredirect') return { kind: 'open', url };
  const problem = await problemOfResponse(refused);
  return problem?.code === 'redirect_unavailable'
    ? { kind: 'not-direct' }
    : createRefusalFailure(refused.status, problem);
}

/**
 * Reports the steps of the simulated progress up to 100 percent. Ends early when the signal aborts. The total time has its own timer,
 * because the new tab hides this page, and browsers delay each timer of a hidden page by up to a second.
 */
async function simulate({ connectivity, control: { signal }, onSimulated }: SaveFileRequest, tabUrl: string) {
  let isWhole = false;
  const whole = connectivity.sleep(TOTAL_MS, signal).then(() => {
    isWhole = true;
  });
  for (;;) {
    await Promise.race([connectivity.sleep(STEP_MS, signal), whole]);
    if (signal.aborted) return;
    if (isWhole) break;
    onSimulated({ percent: randomPercent(), tabUrl });
  }
  onSimulated({ percent: 100, tabUrl });
  // Keeps the 100 percent visible for a moment.
  await connectivity.sleep(STEP_MS, signal);
}

/**
 * Lets the platform's own servers send a file: opens the platform's link in a new tab, and simulates the progress because the page sees
 * none of the bytes. `failure` is the failure of an earlier transfer through this site; null if there was none. Returns a new failure if
 * the browser is offline. Returns `failure` if the platform's link cannot work; null then tells the caller to send the file through this
 * site. If this site refuses the link or does not answer, returns `failure`, or a new failure if that is null. If the browser does not open
 * the link, opens an empty tab for it and returns a failure that says so, or `blocked` if that tab is blocked too. Never throws.
 */
export async function saveDirectly(
  request: SaveFileRequest,
  source: SaveSource,
  failure: SaveFailure | null,
): Promise<FileOutcome | null> {
  const { sinks, control, connectivity, onSimulated } = request;
  if (!connectivity.isOnline())
    return createFailure(
      text(downloadPanel, 'failedBecause', { reason: text(downloadPanel, 'failures.offline') }),
    );
  onSimulated({ percent: FIRST_PERCENT, tabUrl: null });
  let probed: Probed;
  try {
    probed = await probe(request, source);
  } catch {
    probed = createFailureFor('noAnswer');
  }
  if (control.signal.aborted) return { kind: 'cancelled' };
  if (probed.kind === 'not-direct') return failure;
  if (probed.kind !== 'open') return failure ?? probed;
  const { url } = probed;
  if (!sinks.saveInTab(url)) {
    if (!sinks.openTab(url)) return { kind: 'blocked', url };
    return createFailure(
      text(downloadPanel, 'failedBecause', { reason: text(downloadPanel, 'failures.openedInstead') }),
    );
  }
  onSimulated({ percent: FIRST_PERCENT, tabUrl: url });
  await simulate(request, url);
  return control.signal.aborted ? { kind: 'cancelled' } : { kind: 'opened', url, isDirect: true };
}
