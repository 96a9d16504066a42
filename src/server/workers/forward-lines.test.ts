import { PassThrough } from 'node:stream';
import { setImmediate as tick } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { forwardLines } from './forward-lines.ts';

it('passes on whole lines only, of several streams in turn, and what is left at the end as a line', async () => {
  const written: string[] = [];
  const output = { write: (text: string) => void written.push(text) };
  const [one, other] = [new PassThrough(), new PassThrough()];
  const [endOne, endOther] = [forwardLines(one, output), forwardLines(other, output)];
  const euro = Buffer.from('€');
  one.write('first li');
  await tick();
  other.write('a whole line\n');
  await tick();
  one.write('ne\nsecond line\nthe rest ');
  one.write(euro.subarray(0, 1));
  await tick();
  one.write(euro.subarray(1));
  await tick();
  endOne();
  endOther();
  expect(written).toEqual(['a whole line\n', 'first line\nsecond line\n', 'the rest €\n']);
});
