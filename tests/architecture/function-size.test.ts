import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { CODE, IS_TEST, pathsUnder, readFiles, type SourceFile } from './source-files.ts';

const MAX_LINES = 60;

/**
 * Returns 'path:line' of every function longer than the limit, from its first line to its last, without blank lines and
 * comment lines. The linter's own rule is not used because it misses components whose body is a single returned
 * element.
 */
const longFunctions = ({ path, text }: SourceFile): string[] => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const from = source.getLineAndCharacterOfPosition(node.getStart()).line;
      const to = source.getLineAndCharacterOfPosition(node.getEnd()).line;
      const counted = lines.slice(from, to + 1).filter((line) => !/^\s*(?:$|\/\/|\/?\*)/.test(line)).length;
      if (counted > MAX_LINES) found.push(`${path}:${from + 1} has ${counted} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

describe('function size', () => {
  it(`stays at ${MAX_LINES} lines or fewer`, () => {
    const files = readFiles([...pathsUnder('src'), ...pathsUnder('scripts'), ...pathsUnder('bench')], CODE);
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter(({ path }) => !IS_TEST.test(path)).flatMap(longFunctions)).toEqual([]);
  });

  it('is counted exactly, in every form of a function', () => {
    const body = (count: number) => 'f();\n'.repeat(count);
    const text = (count: number) =>
      `function a() {\n${body(count)}}\nconst b = () => {\n${body(count)}};\nconst C = () => (\n<p>\n${'text\n'.repeat(count)}</p>);`;
    expect(longFunctions({ path: 'fits.tsx', text: text(57) })).toEqual([]);
    expect(longFunctions({ path: 'long.tsx', text: text(60) })).toHaveLength(3);
  });
});
