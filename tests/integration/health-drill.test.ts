import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { statusReportSchema } from '#shared/contract/status.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import { mockFaults } from '../mock-platforms/faults.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { findPost } from '../mock-platforms/mock-state.ts';
import { openOwner } from './account-browser.ts';
import { createTestApp } from './test-app.ts';

let mockPlatforms: MockPlatforms;
let hook: http.Server;
let received: Record<string, unknown>[] = [];
beforeAll(async () => {
  mockPlatforms = await startMockPlatforms();
  hook = http.createServer((request, response) => {
    let text = '';
    request.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
    request.on('end', () => {
      received.push(JSON.parse(text) as Record<string, unknown>);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  hook.closeAllConnections();
  hook.close();
  await mockPlatforms.close();
});

const linksOf = (platform: PlatformId): readonly string[] =>
  mockFaults
    .filter(
      (row) => row.where === 'media' && row.platform === platform && !row.name.startsWith('media-probe'),
    )
    .map(({ link }) => link);

/** Refuses the films and pictures of a post; its sound stays. */
const refuseFilms = (link: string): void => {
  for (const { kind, renditions } of findPost(link)?.items ?? [])
    for (const { path } of kind === 'audio' ? [] : renditions)
      if (!path.includes('music')) mockPlatforms.setMediaFault(path, { kind: 'probe-html' });
};
/** Leaves the post in its page and takes the fields of its media away. */
const renameFields = (link: string): void => mockPlatforms.setPageFault(link, 'renamed');

it.each<[string, PlatformId, (link: string) => void, string]>([
  ['films are refused', 'instagram', refuseFilms, 'files_refused'],
  ['films are refused', 'tiktok', refuseFilms, 'files_refused'],
  ['media fields are renamed', 'instagram', renameFields, 'unreadable'],
  ['media fields are renamed', 'tiktok', renameFields, 'unreadable'],
])('when all %s on %s, status and alert say so with the cause', async (_what, platform, breakPost, cause) => {
  mockPlatforms.resetFaults();
  received = [];
  const { port } = hook.address() as AddressInfo;
  const test = await createTestApp(
    {
      ENGINES: 'native',
      UPSTREAM_ROUTES: `${mockPlatforms.routes},hooks.example.com=http://127.0.0.1:${String(port)}`,
    },
    undefined,
    { monitorEveryMs: 50 },
  );
  onTestFinished(() => test.app.close());
  const owner = await openOwner(test);
  const { body } = await owner.call('GET', '/api/admin/engines');
  const { revision } = (body as { settings: { revision: number } }).settings;
  const alerts = { webhook: 'https://hooks.example.com/', below: 50 };
  await owner.call('PATCH', '/api/admin/engines', { revision, change: { alerts } });
  const preview = async (url: string, index: number) =>
    (
      await test.app.inject({
        method: 'POST',
        url: '/api/preview',
        payload: { url },
        remoteAddress: `127.0.4.${1 + (index % 4)}`,
      })
    ).statusCode;
  const stateOf = async () =>
    statusReportSchema.parse((await test.app.inject({ url: '/api/status' })).json());

  const links = linksOf(platform);
  for (const [index, link] of links.slice(0, 6).entries()) expect(await preview(link, index)).toBe(200);
  expect((await stateOf()).previews[platform].state).toBe('working');
  for (const [index, link] of links.slice(6, 18).entries()) {
    breakPost(link);
    expect(await preview(link, index)).not.toBe(200);
  }
  const report = await stateOf();
  expect(report.previews[platform].state).toBe('failing');
  expect(report.causes[platform]).toBe(cause);
  await owner.call('GET', '/api/admin/overview');
  await expect.poll(() => received[0]).toMatchObject({ event: 'failing', platform, cause });
});
