import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createFileOutput, createStreamOutput } from './line-output.ts';

/** Creates a stream whose reader takes one chunk per call of `read`. */
const slowReader = () => {
  const received: string[] = [];
  let waiting: (() => void) | null = null;
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      received.push(chunk);
      waiting = done;
    },
  });
  return {
    stream,
    received,
    read: () => {
      const done = waiting;
      waiting = null;
      done?.();
    },
  };
};

const brokenPipe = (): Writable =>
  new Writable({
    write(_piece, _encoding, done) {
      done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    },
  });

describe('createStreamOutput', () => {
  it('discards all text after the reader has died, without throwing', async () => {
    const stream = brokenPipe();
    const output = createStreamOutput(stream);
    output.write('one\n');
    await new Promise((resolve) => stream.once('close', resolve));
    output.write('two\n');
    await output.flush(60_000);
    expect(stream.writableLength).toBeLessThan(10);
  });

  it('drops and counts lines while the reader does not read', async () => {
    const { stream, received, read } = slowReader();
    const output = createStreamOutput(stream, 10);
    for (const line of ['first line\n', 'second line\n', 'third line\n']) output.write(line);
    while (stream.writableLength > 0) {
      read();
      await new Promise((resolve) => setImmediate(resolve));
    }
    output.write('fourth line\n');
    read();
    await new Promise((resolve) => setImmediate(resolve));
    expect(received[0]).toBe('first line\n');
    expect(JSON.parse(received[1] ?? '')).toMatchObject({ level: 40, dropped: 2 });
    expect(received[2]).toBe('fourth line\n');
  });

  it('flushes to an active reader, and stops waiting for an inactive one at the time limit', async () => {
    const { stream, read } = slowReader();
    const output = createStreamOutput(stream);
    output.write('line\n');
    await output.flush(5);
    let isFlushed = false;
    const flushed = output.flush(60_000).then(() => {
      isFlushed = true;
    });
    while (!isFlushed) {
      read();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await flushed;
    expect(stream.writableLength).toBe(0);
  });
});

describe('createFileOutput', () => {
  it('writes to the file, and does not throw when writing fails', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'savelet-log-'));
    const file = path.join(folder, 'log');
    const descriptor = openSync(file, 'a');
    const output = createFileOutput(descriptor);
    output.write('one\n');
    closeSync(descriptor);
    output.write('lost\n');
    expect(readFileSync(file, 'utf8')).toBe('one\n');
    rmSync(folder, { recursive: true });
  });
});
