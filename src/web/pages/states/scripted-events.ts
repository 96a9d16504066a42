import { LIVE_HELLO_EVENT } from '#shared/contract/site-events.ts';
import { turn, until } from './native-timers.ts';

/** Streams of events the page has opened. */
const openStreams = new Set<EventTarget>();
let greeting = 0;

const message = (name: string, revision: number): MessageEvent =>
  new MessageEvent(name, { data: JSON.stringify({ revision }) });

/** A stream of events that greets, and then brings what the play says and nothing else. */
class ScriptedEvents extends EventTarget {
  readonly url: string;
  readyState = 1;

  constructor(url: string | URL) {
    super();
    this.url = String(url);
    openStreams.add(this);
    turn().then(() => this.dispatchEvent(message(LIVE_HELLO_EVENT, greeting)), reportError);
  }
  close(): void {
    this.readyState = 2;
    openStreams.delete(this);
  }
}
Object.assign(ScriptedEvents, { CONNECTING: 0, OPEN: 1, CLOSED: 2 });

/** Takes the place of the live stream, which says that the settings are at `revision`. */
export function installEvents(revision: number): void {
  greeting = revision;
  Object.assign(globalThis, { EventSource: ScriptedEvents });
}

/** Sends an event of the live stream to the page, once the page listens. */
export async function sendEvent(name: string, revision: number): Promise<void> {
  await until('the live stream', () => openStreams.size > 0);
  for (const stream of openStreams) stream.dispatchEvent(message(name, revision));
  await turn();
}
