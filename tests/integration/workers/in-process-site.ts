import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { readConfig } from '../../../src/server/config/read-config.ts';
import { NO_PEERS } from '../../../src/server/peers/peers.ts';
import { type Channel, createChannel, type Message } from '../../../src/server/workers/channel.ts';
import { createPrimaryLink, returnUnclaimed } from '../../../src/server/workers/primary-link.ts';
import { createWorkerSite, type Site } from '../../../src/server/workers/site.ts';
import { createSiteCounters } from '../../../src/server/workers/site-counters.ts';
import { OWN_DUTIES } from '../../../src/server/workers/site-duties.ts';
import { createSupervisor, type Supervisor } from '../../../src/server/workers/supervisor.ts';
import { MESSAGE, type WorkerProcess } from '../../../src/server/workers/worker-process.ts';

const SITE_SECRET = 'a secret for tests, long enough';

/** A worker within the test's process, connected as a real one is. */
export interface FakeWorker {
  readonly channel: Channel;
  readonly site: Site;
  /** Notifications of the primary. */
  readonly notifications: readonly (readonly [name: string, payload: unknown])[];
  /** Ends it. */
  end(code: number | null, signal?: string): void;
  isKilled(): boolean;
}

export interface FakeSite {
  readonly workers: FakeWorker[];
  readonly supervisor: Supervisor;
  readonly crashLoops: readonly string[];
  /** Loses what the primary sends from now on, as when it hangs. */
  silence(is: boolean): void;
}

/** Options of a fake site. */
interface FakeSiteOptions {
  readonly count?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Called with each new worker; by default it reports that it listens. */
  readonly onStart?: (worker: FakeWorker, index: number) => void;
  readonly now?: () => number;
  readonly silentAfterMs?: number;
}

/** Creates a supervisor with workers in this process. */
export const createFakeSite = ({
  count = 2,
  environment = {},
  onStart = ({ channel }) => channel.notify(MESSAGE.ready, 'http://127.0.0.1:1'),
  now,
  silentAfterMs = 1_000,
}: FakeSiteOptions = {}): FakeSite => {
  const config = readConfig(environment);
  const counters: Readonly<Record<string, unknown>> = createSiteCounters({ config, secret: SITE_SECRET });
  const workers: FakeWorker[] = [];
  const crashLoops: string[] = [];
  let isSilent = false;
  const fork = (): WorkerProcess => {
    let receive: (messages: readonly Message[]) => void = () => undefined;
    let exited: (code: number | null, signal: string | null) => void = () => undefined;
    let isGone = false;
    let isKilled = false;
    const notifications: (readonly [string, unknown])[] = [];
    const channel: Channel = createChannel({
      send: (messages) => setImmediate(() => !isGone && receive(JSON.parse(JSON.stringify(messages)))),
      answer: (name, payload) => ({
        answered: name,
        payload,
        by: workers.findIndex((one) => one.channel === channel),
      }),
      onNotification: (name, payload) => notifications.push([name, payload]),
      onUnclaimed: (_name, value) => returnUnclaimed(channel, value),
      silentAfterMs,
    });
    const connection = {
      link: createPrimaryLink(channel),
      peers: NO_PEERS,
      duties: OWN_DUTIES,
      subjectKey: randomBytes(32),
    };
    const end = (code: number | null, signal: string | null = null): void => {
      isGone = true;
      channel.close();
      exited(code, signal);
    };
    const worker: FakeWorker = {
      channel,
      site: createWorkerSite(config, SITE_SECRET, connection),
      notifications,
      end,
      isKilled: () => isKilled,
    };
    workers.push(worker);
    setImmediate(() => onStart(worker, workers.length - 1));
    return {
      pid: workers.length,
      send: (messages) =>
        setImmediate(() => !isSilent && !isGone && channel.receive(JSON.parse(JSON.stringify(messages)))),
      onMessages: (listener) => {
        receive = listener;
      },
      onExit: (listener) => {
        exited = listener;
      },
      kill: () => {
        isKilled = true;
      },
    };
  };
  const supervisor = createSupervisor({
    count,
    fork,
    log: pino({ level: 'silent' }),
    onCrashLoop: (reason) => crashLoops.push(reason),
    backOffMs: 1,
    ...(now && { now }),
    answer(name, payload, asking) {
      const counter = counters[name];
      if (typeof counter !== 'function') throw new Error(`there is no "${name}"`);
      return counter(payload, asking);
    },
  });
  return {
    workers,
    supervisor,
    crashLoops,
    silence(is) {
      isSilent = is;
    },
  };
};
