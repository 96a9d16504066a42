import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { createPictureProcessor } from './picture-processor.ts';

const children = vi.hoisted((): EventEmitter[] => []);
vi.mock('node:child_process', () => ({
  fork: () => {
    const child = Object.assign(new EventEmitter(), { send: () => true });
    children.push(child);
    return child;
  },
}));

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

afterEach(() => {
  vi.useRealTimers();
});

it('handles one picture at a time, and rejects an upload that waits too long with an error of its own', async () => {
  vi.useFakeTimers();
  const redraw = createPictureProcessor();
  const first = redraw(PNG);
  const late = expect(redraw(PNG)).rejects.toMatchObject({
    name: 'PicturesBusyError',
    statusCode: 503,
  });
  await vi.advanceTimersByTimeAsync(10_000);
  await late;
  expect(children).toHaveLength(1);
  children[0]?.emit('close', null, 'SIGKILL');
  expect(await first).toBeNull();
  const third = redraw(PNG);
  await vi.advanceTimersByTimeAsync(0);
  expect(children).toHaveLength(2);
  children[1]?.emit('close', null, 'SIGKILL');
  expect(await third).toBeNull();
});
