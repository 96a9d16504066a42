import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InstalledProgram } from '#shared/contract/yt-dlp-updates.ts';
import { openProgramStore } from './program-store.ts';

const OLD: InstalledProgram = { version: '2026.08.19', channel: 'stable' };
const LAST = { at: '2026-08-20T10:00:00.000Z', isScheduled: false, version: '2026.08.19', check: [] };
const NEW: InstalledProgram = { version: '2026.09.02', channel: 'nightly' };

let parent: string;
let folder: string;
let warnings: number;
const log = {
  warn: () => {
    warnings += 1;
  },
};
const open = () => openProgramStore(parent, log);
const at = (...names: string[]): string => path.join(folder, ...names);
const stored = () => JSON.parse(readFileSync(at('state.json'), 'utf8')) as Record<string, unknown>;
const versions = () => readdirSync(at('versions')).toSorted();

beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'savelet-store-'));
  folder = path.join(parent, 'yt-dlp');
  warnings = 0;
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const install = async (installed: InstalledProgram): Promise<void> => {
  const store = await open();
  writeFileSync(await store.makeCandidate(), installed.version);
  await store.adopt(installed);
};

describe('the stored programs', () => {
  it('are none at first, and nothing is created', async () => {
    const store = await open();
    expect([store.current().current, store.current().last, existsSync(folder)]).toEqual([null, null, false]);
  });

  it('are kept: the current and the previous one', async () => {
    await install(OLD);
    await install(NEW);
    const store = await open();
    expect(store.current()).toMatchObject({ current: NEW, previous: OLD });
    expect(readFileSync(store.pathOf(NEW), 'utf8')).toBe(NEW.version);
    await install({ version: '2026.09.09', channel: 'stable' });
    expect(versions()).toEqual(['2026.09.02-nightly', '2026.09.09-stable']);
    expect(readdirSync(folder).toSorted()).toEqual(['state.json', 'versions']);
  });

  it('survive a kill while a new one was downloaded', async () => {
    await install(OLD);
    const store = await open();
    const candidate = await store.makeCandidate();
    writeFileSync(candidate, 'half');
    const next = await open();
    expect(next.current()).toMatchObject({ current: OLD, last: { finding: 'interrupted' } });
    expect(existsSync(candidate)).toBe(false);
  });

  it('survive a kill between the move of a new one and the change of the state', async () => {
    await install(OLD);
    mkdirSync(at('versions', '2026.09.02-nightly'));
    writeFileSync(at('versions', '2026.09.02-nightly', 'yt-dlp'), 'new');
    writeFileSync(at('state.json.tmp'), '{"current":');
    const store = await open();
    expect([store.current().current, versions()]).toEqual([OLD, ['2026.08.19-stable']]);
    await install(NEW);
    expect(stored()).toMatchObject({ current: NEW, previous: OLD });
  });

  it('survive a kill between the change of the state and the removal of the oldest', async () => {
    await install(OLD);
    await install(NEW);
    mkdirSync(at('versions', '2026.07.01-stable'));
    await open();
    expect(versions()).toEqual(['2026.08.19-stable', '2026.09.02-nightly']);
  });

  it('fall back to the previous one if the file of the current one is missing', async () => {
    await install(OLD);
    await install(NEW);
    rmSync(at('versions', '2026.09.02-nightly'), { recursive: true });
    expect((await open()).current()).toMatchObject({ current: OLD, previous: null });
    rmSync(at('versions'), { recursive: true });
    expect((await open()).current()).toMatchObject({ current: null, previous: null });
  });

  it.each([
    ['no JSON', '{"current":'],
    ['another shape', '[]'],
    [
      'a path as a version',
      JSON.stringify({
        current: { version: '../../bin', channel: 'stable' },
        previous: null,
        schedule: 'off',
        last: null,
      }),
    ],
  ])('are not used if the state is %s, and their files stay', async (_what, text) => {
    await install(OLD);
    writeFileSync(at('state.json'), text);
    const store = await open();
    expect([store.current().current, warnings, versions()]).toEqual([null, 1, ['2026.08.19-stable']]);
    await store.save({ schedule: 'stable' });
    expect(stored()).toMatchObject({ schedule: 'stable' });
  });

  it('are used although other values are of another version', async () => {
    await install(OLD);
    const state = {
      ...stored(),
      schedule: 'weekly',
      scheduledOn: '2026-08-19',
      last: { ...LAST, finding: 'too_slow' },
    };
    writeFileSync(at('state.json'), JSON.stringify(state));
    const store = await open();
    expect(store.current()).toMatchObject({ current: OLD, schedule: 'off', last: null });
  });

  it('keep the old state if the new one cannot be written', async () => {
    await install(OLD);
    const store = await open();
    rmSync(at('state.json'));
    mkdirSync(at('state.json'));
    await expect(store.save({ schedule: 'stable' })).rejects.toThrow();
    expect(store.current().schedule).toBe('off');
  });

  it('leave no new program behind if the new state cannot be written', async () => {
    await install(OLD);
    mkdirSync(at('state.json.tmp'));
    await expect(install(NEW)).rejects.toThrow();
    expect(versions()).toEqual(['2026.08.19-stable']);
  });

  it('are not overwritten after an interrupted installation while their state cannot be read', async () => {
    await install(OLD);
    const store = await open();
    writeFileSync(await store.makeCandidate(), 'half');
    writeFileSync(at('state.json'), '{');
    expect((await open()).current().last).toBeNull();
    expect([readFileSync(at('state.json'), 'utf8'), versions()]).toEqual([
      '{',
      ['2026.08.19-stable', 'candidate'],
    ]);
  });

  it('are open to this user only', async () => {
    await install(OLD);
    const modes = ['', 'state.json', 'versions', 'versions/2026.08.19-stable'].map(
      (name) => statSync(at(name)).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600, 0o700, 0o700]);
  });
});
