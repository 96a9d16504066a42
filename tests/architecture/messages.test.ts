import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { CODE, IS_TEST, linesMatching, pathsUnder, readFiles } from './source-files.ts';

/** Attributes whose text people see or hear. */
const SHOWN_ATTRIBUTES = /^(?:aria-label|aria-description|aria-roledescription|title|placeholder|alt|label)$/;
/** A word; single letters and punctuation between elements are no sentence, and an address is in no language. */
const WORD = /\p{L}{2}/u;
const ADDRESS = /^https?:\/\//;

const isSentence = (text: string): boolean => WORD.test(text) && !ADDRESS.test(text);

/** Operators whose value can be their right side or contain it. */
const OPERATORS_OF_TEXT: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.PlusToken,
]);

/** Returns the literal texts that an expression can have as its value. */
function literalsOf(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isJsxExpression(node)) return node.expression === undefined ? [] : literalsOf(node.expression);
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node))
    return OPERATORS_OF_TEXT.has(node.operatorToken.kind) ? literalsOf(node.right) : [];
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  return [];
}

/** Returns 'path:line: text' for each text in JSX that people see or hear and that is not from the catalogue. */
function sentencesIn({ path, text }: { readonly path: string; readonly text: string }): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const texts = ts.isJsxText(node)
      ? [node.text.trim()]
      : ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)
        ? literalsOf(node)
        : ts.isJsxAttribute(node) &&
            SHOWN_ATTRIBUTES.test(node.name.getText()) &&
            node.initializer !== undefined
          ? literalsOf(node.initializer)
          : [];
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push(...texts.filter(isSentence).map((sentence) => `${path}:${String(line)}: ${sentence}`));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const DIRECT_IMPORT = /from\s+'[^']*\/messages\/[\w-]+\/[\w-]+\.ts'/;

describe('texts', () => {
  it('are not written into the markup', () => {
    const files = readFiles(
      pathsUnder('src/web').filter((path) => !IS_TEST.test(path)),
      /\.tsx$/,
    );
    expect(files.length).toBeGreaterThan(80);
    expect(files.flatMap(sentencesIn)).toEqual([]);
  });

  it.each([
    '<p>Save the file</p>',
    '<p>{"Save the file"}</p>',
    "<p>{done ? 'Saved' : null}</p>",
    "<p>{done && 'Saved'}</p>",
    `<p>{\`Saved \${name}\`}</p>`,
    '<button aria-label="Close" />',
    "<Button label={open ? 'Close' : 'Open'} />",
    '<input placeholder="Paste a link" />',
    '<img alt="A boat" />',
    `<abbr title={\`Saved at \${time}\`} />`,
  ])('are found in %s', (markup) => {
    expect(sentencesIn({ path: 'a.tsx', text: `const a = ${markup};` })).not.toEqual([]);
  });

  it.each([
    "<p>{text(group, 'key')}</p>",
    "<p>{kind === 'photo' && picture}</p>",
    '<p>· {name}</p>',
    '<input placeholder="https://" className="field" />',
    `<img alt="" src={\`/pictures/\${name}\`} />`,
    "<button aria-label={text(group, open ? 'close' : 'open')} type=\"button\" />",
  ])('are not found in %s', (markup) => {
    expect(sentencesIn({ path: 'a.tsx', text: `const a = ${markup};` })).toEqual([]);
  });

  it('have straight quotation marks and apostrophes', () => {
    const CURLY = /[\u2018\u2019\u201c\u201d]/;
    const files = readFiles(pathsUnder('src/shared/messages/en'), CODE);
    expect(files.length).toBeGreaterThan(50);
    expect(linesMatching(files, CURLY)).toEqual([]);
    expect(linesMatching([{ path: 'a.ts', text: "a: 'Keep \u201c{title}\u201d'," }], CURLY)).toHaveLength(1);
  });

  it('are imported by an alias, which the language of the site decides', () => {
    const files = readFiles(
      pathsUnder('src').filter((path) => !path.startsWith('src/shared/messages/')),
      CODE,
    );
    expect(linesMatching(files, DIRECT_IMPORT)).toEqual([]);
    const inner = pathsUnder('src/shared/messages/en');
    expect(linesMatching(readFiles(inner, CODE), /from '\.\/|from '\.\.\/en\//)).toEqual([]);
    const text = "import { linkForm } from '#shared/messages/en/link-form.ts';";
    expect(linesMatching([{ path: 'src/web/a.ts', text }], DIRECT_IMPORT)).toHaveLength(1);
  });
});
