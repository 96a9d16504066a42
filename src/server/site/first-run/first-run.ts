import * as z from 'zod/mini';
import type { Check } from '#shared/contract/check.ts';
import {
  byFirstRunStep,
  FIRST_RUN_STEPS,
  type FirstRun,
  type FirstRunChange,
  type FirstRunStep,
} from '#shared/contract/first-run.ts';
import { LEGAL_TEXT_SETTINGS } from '#shared/contract/legal-texts.ts';
import { PICTURE_SETTINGS, type Site } from '#shared/contract/site.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import { reachShare } from '#shared/reach-share.ts';
import type { Database } from '../../base/db/database.ts';
import { jsonRow } from '../../base/db/key-value-row.ts';
import type { Logger } from '../../base/observability/logger.ts';
import type { Sessions } from '../../http/guard.ts';
import { roleOf } from '../../people/sessions.ts';
import type { EngineSettings } from '../settings/engine-settings.ts';
import type { SiteSettings } from '../settings/site-settings.ts';

/**
 * Stored state of the checklist: whether it is hidden, the steps that the owner ticked (`kept`), and whether the owner has seen the public
 * page (`visited`). Whether another step is done follows from the installation.
 */
const storedSchema = z.object({
  hidden: z.boolean(),
  kept: z.array(z.string()),
  visited: z.boolean(),
});
type Stored = z.infer<typeof storedSchema>;
const ROW = jsonRow('first_run', storedSchema);

const NEW: Stored = { hidden: false, kept: [], visited: false };

/** The owner's checklist for a new site. Its state is stored for the installation, so that every browser shows one list. */
export type FirstRunService = Awaited<ReturnType<typeof openFirstRun>>;

interface FirstRunParts {
  readonly database: Database;
  readonly settings: Pick<SiteSettings, 'current' | 'refresh'>;
  readonly engineSettings: Pick<EngineSettings, 'current' | 'refresh'>;
  /** Returns the last check of what this server can read; null if there was none. */
  readonly lastCheck: () => Promise<Check | null>;
  /** Called after a change of the stored checklist. Must not throw. */
  readonly onChange: () => void;
  readonly log: Pick<Logger, 'warn'>;
}

const isBranded = (site: Site): boolean =>
  site.title !== SITE_SETTINGS.title.default || PICTURE_SETTINGS.some((setting) => site[setting] !== null);

/** Returns whether the last check is not outdated and read a post of every platform that is on. */
const canRead = (last: Check | null, isPlatformOn: Readonly<Record<PlatformId, boolean>>): boolean =>
  last !== null &&
  !last.outdated &&
  last.platforms
    .filter(({ platform }) => isPlatformOn[platform])
    .every((reached) => ['all', 'some'].includes(reachShare(reached)));

const applyChange = (stored: Stored, { hidden, kept = {} }: FirstRunChange): Stored => ({
  ...stored,
  hidden: hidden ?? stored.hidden,
  kept: FIRST_RUN_STEPS.filter((step) => kept[step] ?? stored.kept.includes(step)),
});

/**
 * Creates the checklist service and stores the initial checklist if there is none. The list starts hidden on an installation that saved
 * settings before Savelet had a checklist. Throws the database's errors when it reads the stored list.
 */
export const openFirstRun = async ({
  database,
  settings,
  engineSettings,
  lastCheck,
  onChange,
  log,
}: FirstRunParts) => {
  const ranBefore = settings.current().revision > 0 || engineSettings.current().revision > 0;
  const first: Stored = { ...NEW, hidden: ranBefore };
  let stored = await ROW.read(database.query);
  if (stored === null) {
    stored = first;
    try {
      // Stored now, because the first save would make a new installation look like one that ran before.
      await database.write(async (trx) => {
        if ((await ROW.read(trx)) === null) await ROW.write(trx, first);
      });
    } catch (err) {
      log.warn({ err }, 'the start of the checklist could not be stored');
    }
  }
  let { visited } = stored;

  const write = async (apply: (before: Stored) => Stored): Promise<void> => {
    await database.write(async (trx) => ROW.write(trx, apply((await ROW.read(trx)) ?? first)));
    onChange();
  };

  const state = async (): Promise<FirstRun> => {
    const { hidden, kept, visited: seen } = (await ROW.read(database.query)) ?? first;
    const shown = await settings.refresh();
    const { site, contactChosenInPanel } = shown;
    const engines = await engineSettings.refresh();
    const done: Readonly<Record<FirstRunStep, boolean>> = {
      brand: isBranded(site),
      reach: canRead(await lastCheck(), engines.settings.platforms),
      contact: contactChosenInPanel || site.contactEmail !== null,
      legal: LEGAL_TEXT_SETTINGS.some((setting) => shown[setting] !== ''),
      engines: engines.chosenInPanel,
      visit: seen,
    };
    const steps = byFirstRunStep((step) => {
      if (done[step]) return 'done';
      return kept.includes(step) ? 'kept' : 'open';
    });
    return { hidden, steps };
  };

  return {
    /** Returns the checklist. Throws DatabaseUnavailableError. */
    state,
    /** Changes the checklist and returns it. Throws DatabaseUnavailableError. */
    async change(change: FirstRunChange): Promise<FirstRun> {
      await write((before) => applyChange(before, change));
      return state();
    },
    /** Returns whether this instance knows of no recorded visit of the owner to the public page. */
    awaitsVisit: () => !visited,
    /** Records that the owner has seen the public page. Throws DatabaseUnavailableError. */
    async recordVisit(): Promise<void> {
      visited = true;
      try {
        await write((before) => ({ ...before, visited: true }));
      } catch (error) {
        visited = false;
        throw error;
      }
    },
  };
};

/**
 * Creates the function that records that the owner has seen the public page. The function ignores requests of other visitors, and every
 * request once a visit is recorded.
 */
export const createVisitRecorder =
  (
    firstRun: Pick<FirstRunService, 'awaitsVisit' | 'recordVisit'>,
    sessions: Pick<Sessions, 'authenticate'>,
  ) =>
  async ({ headers }: { readonly headers: { readonly cookie?: string | undefined } }): Promise<void> => {
    if (firstRun.awaitsVisit() && (await roleOf(sessions, headers.cookie)) === 'owner')
      await firstRun.recordVisit();
  };
