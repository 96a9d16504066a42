import { expect, it, onTestFinished } from 'vitest';
import { overviewSchema } from '../../src/shared/contract/overview.ts';
import { openBrowser, openOwner } from './account-browser.ts';
import { createTestApp } from './test-app.ts';

it('the overview counts previews, and is only for administrators', async () => {
  const test = await createTestApp();
  onTestFinished(() => test.app.close());
  const owner = await openOwner(test);
  const stranger = openBrowser(test);
  expect((await stranger.call('GET', '/api/admin/overview')).code).toBe('signed_out');
  // No engine can reach anything here. A failed preview is counted; a bad link is not a preview.
  await stranger.call('POST', '/api/preview', {
    url: 'https://www.tiktok.com/@mock.user/video/7400000000000000001',
  });
  await stranger.call('POST', '/api/preview', { url: 'https://example.com/' });
  const { status, body, headers } = await owner.call('GET', '/api/admin/overview');
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  const overview = overviewSchema.parse(body);
  expect(overview.days).toHaveLength(90);
  expect(overview.days.at(-1)).toMatchObject({ previews: 1 });
  // The same version as in the public status.
  expect((await stranger.call('GET', '/api/status')).body).toMatchObject(overview.build);
  expect(overview.build.version).toMatch(/^\d+\.\d+\.\d+$/);
});
