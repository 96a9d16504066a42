import type { LineOutput } from '../observability/line-output.ts';

/** Collects the pieces of a stream and passes whole lines on. Returns the function that passes on what is left, as a line of its own. */
export const forwardLines = (
  stream: NodeJS.ReadableStream,
  { write }: Pick<LineOutput, 'write'>,
): (() => void) => {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (piece: string) => {
    const end = piece.lastIndexOf('\n') + 1;
    if (end === 0) {
      rest += piece;
      return;
    }
    write(rest + piece.slice(0, end));
    rest = piece.slice(end);
  });
  return () => {
    if (rest !== '') write(`${rest}\n`);
    rest = '';
  };
};
