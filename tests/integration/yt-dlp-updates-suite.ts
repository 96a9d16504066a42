import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { activityPageSchema } from '../../src/shared/contract/admin-settings.ts';
import { adminEnginesSchema } from '../../src/shared/contract/engines.ts';
import { type YtDlpUpdates, ytDlpUpdatesSchema } from '../../src/shared/contract/yt-dlp-updates.ts';
import { type MockRelease, type MockReleases, startMockReleases } from '../mock-platforms/mock-releases.ts';
import { createShellTools, type ShellTools } from '../mock-platforms/shell-tools.ts';
import { createFakeYtDlp, type FakeBehaviour, type FakeYtDlp } from '../mock-platforms/yt-dlp-program.ts';
import { type AccountBrowser, openOwner } from './account-browser.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { REEL, reel, tiktok, tiktokFormat, VIDEO } from './yt-dlp-answers.ts';

export const ENGINES = '/api/admin/engines';
export const YT_DLP = `${ENGINES}/yt-dlp`;
export const OLD = '2026.08.19';
export const NEW = '2026.09.02';
const REEL_LINK = `https://www.instagram.com/reel/${REEL}/`;
const VIDEO_LINK = `https://www.tiktok.com/@heron.marsh/video/${VIDEO}`;
export const REFUSED = {
  output: 'null',
  stderr: 'ERROR: [Instagram] x: HTTP Error 429: Too Many Requests\n',
  code: 1,
};

let tools: ShellTools;
export let releases: MockReleases;
export let test: TestApp;
export let owner: AccountBrowser;
const programs: FakeYtDlp[] = [];

/** Starts the release server before the tests of a file, and ends each test's app after it. */
export const setUpReleases = (): void => {
  beforeAll(async () => {
    releases = await startMockReleases();
    tools = createShellTools();
  });
  afterAll(async () => {
    tools.remove();
    await releases.close();
  });
  beforeEach(() => releases.clear());
  afterEach(async () => {
    await test.app.close();
    for (const program of programs.splice(0)) program.remove();
  });
};

/** Creates a program of a version; it reads both posts of the owner unless told otherwise. */
export const programOf = async (
  version: string,
  posts: { readonly reel?: FakeBehaviour; readonly video?: FakeBehaviour } = {},
): Promise<FakeYtDlp> => {
  const program = await createFakeYtDlp();
  programs.push(program);
  program.setBehaviour('version', { output: `${version}\n` });
  program.setBehaviour(REEL, posts.reel ?? { output: reel() });
  program.setBehaviour(VIDEO, posts.video ?? { output: tiktok([tiktokFormat('h264')]) });
  return program;
};

/** Publishes a program as the newest release of its version. */
export const publish = async (
  version: string,
  posts: Parameters<typeof programOf>[1] = {},
  release: Partial<MockRelease> = {},
): Promise<FakeYtDlp> => {
  const program = await programOf(version, posts);
  releases.publish({ version, program: program.text, ...release });
  return program;
};

/** Starts the app with an owner who has chosen two posts. */
export const start = async (environment: Record<string, string> = {}): Promise<void> => {
  test = await createTestApp({
    PATH: tools.folder,
    ENGINES: 'yt-dlp',
    UPSTREAM_ROUTES: releases.routes,
    ...environment,
  });
  owner = await openOwner(test, 'Mara');
  const { revision } = adminEnginesSchema.parse((await owner.call('GET', ENGINES)).body).settings;
  const canaries = { instagram: [REEL_LINK], tiktok: [VIDEO_LINK] };
  const saved = await owner.call('PATCH', ENGINES, { revision, change: { canaries } });
  expect(saved.status).toBe(200);
};

export const state = async (): Promise<YtDlpUpdates> =>
  ytDlpUpdatesSchema.parse((await owner.call('GET', YT_DLP)).body);
export const ended = async (): Promise<YtDlpUpdates> => {
  await expect.poll(async () => (await state()).running, { timeout: 20_000, interval: 20 }).toBeNull();
  return state();
};
export const install = async (channel = 'stable'): Promise<YtDlpUpdates> => {
  const answer = await owner.call('POST', `${YT_DLP}/install`, { channel });
  expect([answer.status, answer.body['running']]).toMatchObject([202, { step: 'looking' }]);
  return ended();
};
export const rollBack = async (): Promise<YtDlpUpdates> => {
  expect((await owner.call('POST', `${YT_DLP}/rollback`)).status).toBe(202);
  return ended();
};

export const folder = (): string => path.join(test.config.dataDir, 'yt-dlp');
export const versions = (): string[] => readdirSync(path.join(folder(), 'versions')).toSorted();
/** Returns what is in the folder besides the state and the installed versions. */
export const leftovers = (): string[] =>
  readdirSync(folder()).filter((name) => name !== 'state.json' && name !== 'versions');
export const engineFacts = async () =>
  adminEnginesSchema
    .parse((await owner.call('GET', ENGINES)).body)
    .engines.find(({ name }) => name === 'yt-dlp');
/** Reads a post as the panel's form does. Returns which of the programs was run. */
export const runBy = async (...all: readonly FakeYtDlp[]): Promise<readonly boolean[]> => {
  const before = all.map((program) => program.log().length);
  await owner.call('POST', `${ENGINES}/check`, { url: REEL_LINK, engine: 'yt-dlp' });
  return all.map((program, index) => program.log().length > (before[index] ?? 0));
};
export const activity = async () =>
  activityPageSchema
    .parse((await owner.call('GET', '/api/admin/activity')).body)
    .entries.filter(({ action }) => action.startsWith('yt_dlp'))
    .map(({ actor, action, subject, before, after }) => [actor, action, subject, before, after]);

export const versionsIfAny = (): string[] => (existsSync(path.join(folder(), 'versions')) ? versions() : []);
