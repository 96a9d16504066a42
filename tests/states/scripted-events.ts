import { LIVE_HELLO_EVENT } from '#shared/contract/site-settings.ts';
import { realDelay, waitFor } from './native-timers.ts';

/** Event streams that the page has opened. */
const openStreams = new Set<EventTarget>();
let helloRevision = 0;

const message = (name: string, revision: number): MessageEvent =>
  new MessageEvent(name, { data: JSON.stringify({ revision }) });

/** Fake EventSource that sends the hello event and then only the events of the story. */
class ScriptedEvents extends EventTarget {
  readonly url: string;
  readyState = 1;

  constructor(url: string | URL) {
    super();
    this.url = String(url);
    openStreams.add(this);
    realDelay().then(() => this.dispatchEvent(message(LIVE_HELLO_EVENT, helloRevision)), reportError);
  }
  close(): void {
    this.readyState = 2;
    openStreams.delete(this);
  }
}
Object.assign(ScriptedEvents, { CONNECTING: 0, OPEN: 1, CLOSED: 2 });

/** Replaces EventSource with a fake whose hello event names `revision`. */
export function installEvents(revision: number): void {
  helloRevision = revision;
  Object.assign(globalThis, { EventSource: ScriptedEvents });
}

/** Sends a live event to the page once it has opened the stream. */
export async function sendEvent(name: string, revision: number): Promise<void> {
  await waitFor('the live stream', () => openStreams.size > 0);
  for (const stream of openStreams) stream.dispatchEvent(message(name, revision));
  await realDelay();
}
