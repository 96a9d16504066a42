import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Check } from '#shared/contract/check.ts';
import { byFirstRunStep } from '#shared/contract/first-run.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import type { Database } from '../../../src/server/base/db/database.ts';
import { textRow } from '../../../src/server/base/db/key-value-row.ts';
import { openFirstRun } from '../../../src/server/site/first-run/first-run.ts';
import {
  type EngineSettings,
  openEngineSettings,
} from '../../../src/server/site/settings/engine-settings.ts';
import { openSiteSettings, type SiteSettings } from '../../../src/server/site/settings/site-settings.ts';
import { type EmptyDatabase, engines } from './engines.ts';

const log = pino({ level: 'silent' });
const MARA = { id: 'm1', name: 'Mara' };
const AT = '2026-01-02T03:04:05.678Z';
const NOTHING_DONE = byFirstRunStep(() => 'open');

const checked = (tiktok: 'post' | 'login_wall'): Check => ({
  outdated: false,
  at: AT,
  ms: 5,
  platforms: (['instagram', 'tiktok'] as const).map((platform) => ({
    platform,
    isOwnPost: false,
    results: [{ engine: 'native', route: 'direct', finding: platform === 'tiktok' ? tiktok : 'post', ms: 5 }],
  })),
});

describe.each(engines)('the checklist for a new site on $kind', (engine) => {
  let empty: EmptyDatabase;
  let database: Database;
  let contactEmail: string | null;
  let last: Check | null;
  const onChange = vi.fn();

  const openOn = async (on: Database) => {
    const settings = await openSiteSettings({
      database: on,
      log,
      defaults: defaultSite({ updatedAt: AT, samples: true, readsStories: false, contactEmail }),
    });
    const engineSettings = await openEngineSettings({
      database: on,
      log,
      secrets: { current: 'a secret for tests, long enough', previous: null },
      firstEngines: ['native'],
      isSetUp: () => true,
    });
    const firstRun = await openFirstRun({
      database: on,
      settings,
      engineSettings,
      lastCheck: async () => last,
      onChange,
      log,
    });
    return { settings, engineSettings, firstRun };
  };
  const save = async (settings: SiteSettings | EngineSettings, change: Record<string, unknown>) => {
    const saved = await settings.save({ revision: settings.current().revision, change, author: MARA });
    expect(saved.ok).toBe(true);
  };

  beforeEach(async () => {
    [contactEmail, last] = [null, null];
    onChange.mockClear();
    empty = await engine.create();
    database = await empty.open();
  });
  afterEach(async () => {
    await empty.drop();
  });

  it('starts open, and ticks what the installation shows to be done', async () => {
    const { settings, engineSettings, firstRun } = await openOn(database);
    expect(await firstRun.state()).toEqual({ hidden: false, steps: NOTHING_DONE });
    await save(settings, {
      title: 'Harbour',
      contactEmail: 'owner@harbour.example',
      privacyText: '<p>Who runs this site.</p>',
    });
    await save(engineSettings, {
      engines: engineSettings.current().engines.map((row, at) => ({ ...row, on: at < 2 })),
    });
    last = checked('post');
    await firstRun.recordVisit();
    expect(await firstRun.state()).toEqual({ hidden: false, steps: byFirstRunStep(() => 'done') });
    expect(firstRun.awaitsVisit()).toBe(false);
    await save(settings, { title: 'Savelet' });
    expect((await firstRun.state()).steps.brand).toBe('open');
  });

  it('needs every platform that visitors may use to be read', async () => {
    const { engineSettings, firstRun } = await openOn(database);
    last = checked('login_wall');
    expect((await firstRun.state()).steps.reach).toBe('open');
    await save(engineSettings, { platforms: { instagram: true, tiktok: false } });
    expect((await firstRun.state()).steps.reach).toBe('done');
    last = { ...checked('post'), outdated: true };
    expect((await firstRun.state()).steps.reach).toBe('open');
  });

  it('takes an address of CONTACT_EMAIL, and a removed one, for an answer', async () => {
    contactEmail = 'first@harbour.example';
    const { settings, firstRun } = await openOn(database);
    expect((await firstRun.state()).steps.contact).toBe('done');
    await save(settings, { contactEmail: null });
    expect((await firstRun.state()).steps.contact).toBe('done');
  });

  it('keeps what the owner ticks and hides, for every instance and after a restart', async () => {
    const { settings, firstRun } = await openOn(database);
    await firstRun.change({ kept: { brand: true, contact: true } });
    await firstRun.change({ kept: { contact: false, engines: true }, hidden: true });
    await firstRun.recordVisit();
    expect(onChange).toHaveBeenCalledTimes(3);
    await save(settings, { maintenance: true });
    const again = await openOn(await empty.open());
    const steps = { ...NOTHING_DONE, brand: 'kept', engines: 'kept', visit: 'done' };
    expect(await again.firstRun.state()).toEqual({ hidden: true, steps });
    expect(again.firstRun.awaitsVisit()).toBe(false);
    expect(await again.firstRun.change({ hidden: false })).toMatchObject({ hidden: false });
    expect(await firstRun.state()).toMatchObject({ hidden: false });
  });

  it('loses none of two changes at once', async () => {
    const one = await openOn(database);
    const other = await openOn(await empty.open());
    await Promise.all([
      one.firstRun.change({ kept: { brand: true } }),
      other.firstRun.change({ kept: { contact: true } }),
      other.firstRun.recordVisit(),
    ]);
    expect((await one.firstRun.state()).steps).toMatchObject({
      brand: 'kept',
      contact: 'kept',
      visit: 'done',
    });
  });

  it('stays open on a new site that has saved settings since, also after a restart', async () => {
    const { settings } = await openOn(database);
    await save(settings, { title: 'Harbour' });
    const { firstRun } = await openOn(await empty.open());
    expect(await firstRun.state()).toMatchObject({ hidden: false, steps: { brand: 'done' } });
  });

  it('is hidden on a site that had saved settings before, and shows there what is done', async () => {
    const { settings } = await openOn(database);
    await save(settings, { title: 'Harbour' });
    // As an earlier version leaves it.
    await textRow('first_run').remove(database.query);
    const { firstRun } = await openOn(await empty.open());
    expect(await firstRun.state()).toEqual({
      hidden: true,
      steps: { ...NOTHING_DONE, brand: 'done' },
    });
  });

  it('opens what earlier versions stored, which also knew whether the checklist had ended', async () => {
    const stored = { hidden: true, finished: true, kept: ['engines'], visited: true };
    await textRow('first_run').write(database.query, JSON.stringify(stored));
    const { firstRun } = await openOn(database);
    const steps = { ...NOTHING_DONE, engines: 'kept', visit: 'done' };
    expect(await firstRun.state()).toEqual({ hidden: true, steps });
  });

  it('starts anew if what is stored cannot be read', async () => {
    await textRow('first_run').write(database.query, '{"hidden":"maybe"}');
    const { firstRun } = await openOn(database);
    expect(await firstRun.state()).toMatchObject({ hidden: false, steps: NOTHING_DONE });
  });
});
