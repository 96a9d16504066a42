import { describe, expect, it, vi } from 'vitest';
import type { Site } from '#shared/contract/site.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import { announceChanges, type ChangeSources } from './announce-changes.ts';

const SITE = defaultSite({
  updatedAt: '2026-11-24T10:00:00.000Z',
  samples: true,
  readsStories: false,
  contactEmail: null,
});

/** Connects the sources to hubs that record their calls; the returned functions raise each kind of change. */
const connect = () => {
  let site = SITE;
  const listeners = { settings: vi.fn(), engines: vi.fn(), accounts: vi.fn() };
  const sources: ChangeSources = {
    settings: {
      current: () => site,
      onChange: (listener) => listeners.settings.mockImplementation(listener),
    },
    engineSettings: { onChange: (listener) => listeners.engines.mockImplementation(listener) },
    accounts: { onChange: (listener) => listeners.accounts.mockImplementation(listener) },
  };
  const publicEvents = { announce: vi.fn(), announceAbilities: vi.fn() };
  const adminEvents = { announce: vi.fn(), end: vi.fn() };
  announceChanges(sources, { publicEvents, adminEvents, sharedAdminEvents: adminEvents });
  const saveEngines = (abilities: Partial<Site>) => {
    site = { ...site, ...abilities };
    listeners.engines();
  };
  return { listeners, publicEvents, adminEvents, saveEngines };
};

describe('announceChanges', () => {
  it('notifies open pages of the public settings that a save changed, and panels of the save', () => {
    const { listeners, publicEvents, adminEvents } = connect();
    listeners.settings(['title'], { ...SITE, revision: 3 });
    expect(publicEvents.announce).toHaveBeenCalledExactlyOnceWith(['title'], 3);
    expect(adminEvents.announce).toHaveBeenCalledExactlyOnceWith('settings');
  });

  it('notifies only panels of a save that changed no public setting', () => {
    const { listeners, publicEvents, adminEvents } = connect();
    listeners.settings([], { ...SITE, revision: 4 });
    expect(publicEvents.announce).not.toHaveBeenCalled();
    expect(adminEvents.announce).toHaveBeenCalledExactlyOnceWith('settings');
  });

  it('notifies open pages of an engine change only if it changes what the site can do', () => {
    const { publicEvents, adminEvents, saveEngines } = connect();
    saveEngines({});
    expect(publicEvents.announceAbilities).not.toHaveBeenCalled();
    saveEngines({ readsStories: true });
    saveEngines({});
    expect(publicEvents.announceAbilities).toHaveBeenCalledExactlyOnceWith({ ...SITE, readsStories: true });
    saveEngines({ readsStories: false });
    expect(publicEvents.announceAbilities).toHaveBeenLastCalledWith(SITE);
    expect(adminEvents.announce.mock.calls).toEqual(Array.from({ length: 4 }, () => ['engines']));
  });

  it('ends the streams of an account whose access changed, and notifies panels of any other account change', () => {
    const { listeners, adminEvents } = connect();
    listeners.accounts({ accountIds: [] });
    expect(adminEvents.announce).toHaveBeenCalledExactlyOnceWith('accounts');
    expect(adminEvents.end).not.toHaveBeenCalled();
    listeners.accounts({ accountIds: ['a'], sessionIds: ['s'] });
    expect(adminEvents.end).toHaveBeenCalledExactlyOnceWith('a', ['s']);
    expect(adminEvents.announce).toHaveBeenCalledTimes(1);
    listeners.accounts({ accountIds: ['b', 'c'] });
    expect(adminEvents.end.mock.calls.slice(1)).toEqual([
      ['b', undefined],
      ['c', undefined],
    ]);
    expect(adminEvents.announce).toHaveBeenCalledTimes(2);
  });
});
