import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import type { Site, SiteSetting } from '#shared/contract/site.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import type { SharedAnnouncements } from '../../base/announcements/database-announcements.ts';
import type { Accounts } from '../../people/accounts.ts';
import type { SiteListener } from '../settings/site-settings.ts';
import { openEvents } from './open-events.ts';

type AccountChange = Parameters<Parameters<Accounts['onChange']>[0]>[0];

const SITE = defaultSite({
  updatedAt: '2026-11-24T10:00:00.000Z',
  samples: true,
  readsStories: false,
  contactEmail: null,
});

/** A response in memory. */
class Answer extends Writable {
  received = '';
  writeHead(): void {
    // The head is not tested here.
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.received += chunk.toString();
    done();
  }
}

let close: () => void;
afterEach(() => close());

/** Opens a page and a panel at sources whose changes the returned functions raise. */
const connect = () => {
  let site = SITE;
  const listeners = { settings: [] as SiteListener[], engines: [] as (() => void)[] };
  let accountListener: Parameters<Accounts['onChange']>[0] = () => undefined;
  const shared: unknown[] = [];
  const announcements: SharedAnnouncements = {
    join: (topic) => (data) => void shared.push([topic, data]),
    poll: () => undefined,
    close: () => undefined,
  };
  const refresh = async () => ({}) as never;
  const { hub } = openEvents({
    announcements,
    metrics: { countRefusal: () => undefined },
    settings: {
      current: () => site,
      refresh,
      onChange(listener) {
        listeners.settings.push(listener);
        return () => undefined;
      },
    },
    engineSettings: {
      current: () => ({ revision: 0 }) as never,
      refresh,
      onChange(listener) {
        listeners.engines.push(() => listener({} as never));
        return () => undefined;
      },
    },
    accounts: {
      onChange(listener) {
        accountListener = listener;
      },
      rolesOfOpenSessions: async () => new Map(),
    },
  });
  close = hub.close;
  const answers = { page: new Answer(), panel: new Answer() };
  hub.open(answers.page as unknown as ServerResponse, { topic: 'site', network: null }, '');
  const account = { topic: 'panel', accountId: 'a', sessionId: 's', role: 'administrator' } as const;
  hub.open(answers.panel as unknown as ServerResponse, account, '');
  /** Returns the names and data of the events that a stream has received since it opened. */
  const events = async (name: keyof typeof answers) => {
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return [...answers[name].received.matchAll(/event: (\w+)\ndata: (.*)\n/gu)].map(
      ([, event, data]) => `${event} ${data}`,
    );
  };
  const saveEngines = (abilities: Partial<Site>) => {
    site = { ...site, ...abilities };
    for (const listener of listeners.engines) listener();
  };
  const save = (changed: readonly SiteSetting[], revision: number) => {
    for (const listener of listeners.settings) listener(changed, { ...site, revision });
  };
  return {
    events,
    shared,
    save,
    saveEngines,
    changeAccounts: (change: AccountChange) => accountListener(change),
  };
};

describe('openEvents', () => {
  it('notifies open pages of the public settings that a save changed, and panels of the save', async () => {
    const { events, save } = connect();
    save(['title'], 3);
    expect(await events('page')).toEqual(['websiteTitleChanged {"revision":3}']);
    expect(await events('panel')).toEqual(['settingsSaved {}']);
  });

  it('notifies only panels of a save that changed no public setting', async () => {
    const { events, save } = connect();
    save([], 4);
    expect(await events('page')).toEqual([]);
    expect(await events('panel')).toEqual(['settingsSaved {}']);
  });

  it('notifies open pages of an engine change only if it changes what the site can do', async () => {
    const { events, saveEngines } = connect();
    saveEngines({});
    expect(await events('page')).toEqual([]);
    saveEngines({ readsStories: true });
    saveEngines({});
    const changed = 'siteAbilities {"samples":true,"readsStories":true}';
    expect(await events('page')).toEqual([changed]);
    saveEngines({ readsStories: false });
    expect(await events('page')).toEqual([changed, 'siteAbilities {"samples":true,"readsStories":false}']);
    expect(await events('panel')).toEqual(Array.from({ length: 4 }, () => 'enginesSaved {}'));
  });

  it('notifies panels of a changed account, those of other instances too', async () => {
    const { events, shared, changeAccounts } = connect();
    changeAccounts({ accountIds: [] });
    expect(await events('panel')).toEqual(['accountsChanged {}']);
    expect(shared).toEqual([['admin events', { announce: 'accounts' }]]);
  });

  it('ends the streams of an account whose access changed, those of other instances too', async () => {
    const { events, shared, changeAccounts } = connect();
    changeAccounts({ accountIds: ['a'], sessionIds: ['other'] });
    expect(await events('panel')).toEqual([]);
    changeAccounts({ accountIds: ['a'], sessionIds: ['s'] });
    expect(await events('panel')).toEqual(['accessChanged {}']);
    expect(shared.at(-1)).toEqual(['admin events', { end: 'a', sessionIds: ['s'] }]);
  });

  it('ends all streams of accounts whose role changed, and notifies panels', async () => {
    const { events, shared, changeAccounts } = connect();
    changeAccounts({ accountIds: ['b', 'a'] });
    expect(await events('panel')).toEqual(['accessChanged {}']);
    expect(shared).toEqual([
      ['admin events', { end: 'b' }],
      ['admin events', { end: 'a' }],
      ['admin events', { announce: 'accounts' }],
    ]);
  });
});
