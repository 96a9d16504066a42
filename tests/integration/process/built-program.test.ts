import { expect, it, onTestFinished } from 'vitest';
import { MAIN, startProcess } from './running-process.ts';

/** Prints the modules of Node that the process has loaded when it ends. */
const PRINT_LOADED = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => console.log('loaded: ' + process.moduleLoadList.join() + '.'))",
)}`;

it('loads no module of Node that costs memory and is never used', async () => {
  const server = await startProcess(['--import', PRINT_LOADED, ...MAIN]);
  onTestFinished(() => server.remove());
  expect((await fetch(`${await server.origin()}/readyz`)).status).toBe(200);
  server.child.kill('SIGTERM');
  await server.ended;
  const loaded = /^loaded: (.*)\.$/mu.exec(server.output())?.[1]?.split(',') ?? [];
  expect(loaded).toContain('NativeModule http');
  // Node's fetch and its WebSocket, 16 MB; the program that removes types, 20 MB.
  expect(loaded.filter((name) => /undici|amaro/u.test(name))).toEqual([]);
});

it('answers a path with a broken percent-encoding like any unknown path: the build removes no check', async () => {
  const server = await startProcess(MAIN);
  onTestFinished(() => server.remove());
  const answer = await fetch(`${await server.origin()}/%zz`);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
});

it('prints how to open the setup link from another computer, because only this one can', async () => {
  const server = await startProcess(MAIN);
  onTestFinished(() => server.remove());
  const { hostname, port } = new URL(await server.origin());
  await expect.poll(server.output).toContain(`ssh -L ${port}:${hostname}:${port} user@`);
  const [link = '', below = ''] = server.output().split('/admin/signup?setup=').slice(-2);
  expect(link).not.toContain('ssh');
  expect(below).toMatch(/ssh -L .*HOST and PUBLIC_URL/su);
});
