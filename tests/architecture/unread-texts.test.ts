import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { CODE, IS_TEST, pathsUnder, readFiles, type SourceFile } from './source-files.ts';

/** A group of the catalogue and its keys. */
interface Group {
  readonly name: string;
  readonly keys: readonly string[];
}

const parse = ({ path, text }: SourceFile): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

/** Returns the groups of a file, except those with `satisfies`: a type demands their keys, and variables read them. */
const groupsIn = (file: SourceFile): Group[] =>
  parse(file)
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ name, initializer }) => {
      if (initializer === undefined || !ts.isAsExpression(initializer)) return [];
      const group = initializer.expression;
      if (!ts.isObjectLiteralExpression(group)) return [];
      const keys = group.properties.flatMap(({ name: key }) =>
        key !== undefined && (ts.isIdentifier(key) || ts.isStringLiteral(key)) ? key.text : [],
      );
      return [{ name: name.getText(), keys }];
    });

const escaped = (text: string): string => text.replaceAll(/\W/g, '\\$&');

/**
 * Returns a pattern for each 'group key' that a file reads: the group is the first argument of a call, the key the second. A key in
 * a variable can be any string of the file.
 */
function keysReadIn(file: SourceFile): string[] {
  const read: string[] = [];
  const strings: string[] = [];
  const groupsOfVariables: string[] = [];
  const readKey = (group: string, key: ts.Expression): void => {
    if (ts.isStringLiteral(key)) read.push(`${group} ${escaped(key.text)}`);
    else if (ts.isAsExpression(key)) readKey(group, key.expression);
    else if (ts.isConditionalExpression(key)) {
      readKey(group, key.whenTrue);
      readKey(group, key.whenFalse);
    } else if (ts.isTemplateExpression(key)) {
      const parts = [key.head, ...key.templateSpans.map(({ literal }) => literal)];
      read.push(`${group} ${parts.map(({ text }) => escaped(text)).join('.+')}`);
    } else groupsOfVariables.push(group);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node)) strings.push(escaped(node.text));
    if (ts.isPropertyAccessExpression(node)) read.push(`${node.expression.getText()} ${node.name.text}`);
    if (ts.isCallExpression(node)) {
      const [group, key] = node.arguments;
      if (group !== undefined && key !== undefined && ts.isIdentifier(group)) readKey(group.text, key);
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return [...read, ...groupsOfVariables.flatMap((group) => strings.map((text) => `${group} ${text}`))];
}

/** Returns 'group key' for each key that no file reads. */
function unread(groups: readonly Group[], files: readonly SourceFile[]): string[] {
  const names = new Set(groups.map(({ name }) => name));
  const patterns = new Set(
    files.flatMap(keysReadIn).filter((pattern) => names.has(pattern.slice(0, pattern.indexOf(' ')))),
  );
  const isRead = new RegExp(`^(?:${[...patterns].join('|')})$`);
  return groups
    .flatMap(({ name, keys }) => keys.map((key) => `${name} ${key}`))
    .filter((key) => !isRead.test(key));
}

describe('every text', () => {
  it('is read by the product', () => {
    const product = pathsUnder('src').filter((path) => !IS_TEST.test(path));
    const files = readFiles(product, CODE).filter(({ text }) => text.includes("'#messages/"));
    const groups = readFiles(pathsUnder('src/shared/messages/en'), CODE).flatMap(groupsIn);
    expect(groups.length).toBeGreaterThan(30);
    expect(unread(groups, files)).toEqual([]);
  });

  it('is found if nothing reads it', () => {
    const group =
      "export const a = { one: '', four: '', 'b.two': '', 'c.one': '', five: '', six: '', seven: '' } as const;";
    const file = [
      "text(a, open ? 'one' : 'four');",
      'text(a, `b.$' + '{kind}`);',
      "const keys = ['five'] as const; text(a, keys[0]);",
      "text(z, 'six'); const other = a.seven;",
    ];
    const groups = groupsIn({ path: 'a.ts', text: group });
    expect(unread(groups, [{ path: 'b.tsx', text: file.join('\n') }])).toEqual(['a c.one']);
    expect(unread(groups, [{ path: 'b.tsx', text: file.slice(0, 2).join('\n') }])).toEqual([
      'a c.one',
      'a five',
      'a six',
      'a seven',
    ]);
  });
});
