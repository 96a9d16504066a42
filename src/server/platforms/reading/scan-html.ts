import { Parser } from 'htmlparser2';
import { type Pieces, runInTurns } from './json-value.ts';

/** Maximum nesting depth, above that of real pages. The cost of the parser grows with the square of the depth. */
const NESTING_MAX = 2_000;
/** Maximum number of tags; real pages have a few thousand, each with a few attributes. */
const TAGS_MAX = 20_000;
const ATTRIBUTES_MAX = 50_000;
/** Number of characters that are parsed before other work of the event loop may get a turn. */
const PIECE_CHARACTERS = 32 * 1024;

/** Attributes of an element, by name in lower case. */
export type Attributes = Readonly<Record<string, string>>;

/**
 * Callbacks for the parts of a page. Names are in lower case; entities in texts are resolved. A text may come in several pieces. The text
 * of a script goes only to `script`.
 */
interface HtmlVisitor {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Called at the end of a script, with its attributes and its whole text. */
  script?(attributes: Attributes, text: string): void;
}

/**
 * Parses a page once, from start to end, and calls `visitor` for its elements and texts. Accepts broken markup. Stops when a page has more
 * nesting, tags or attributes than any real page, so that the time per page is bounded.
 */
export function scanHtml(html: string, visitor: HtmlVisitor): Promise<void> {
  return runInTurns(scan(html, visitor));
}

function* scan(html: string, visitor: HtmlVisitor): Pieces<void> {
  let depth = 0;
  let tags = 0;
  let attributeCount = 0;
  let stopped = false;
  let script: { readonly attributes: Attributes; text: string } | null = null;
  const stop = (): void => {
    stopped = true;
    parser.pause();
  };
  const parser = new Parser({
    onattribute() {
      attributeCount += 1;
      if (attributeCount > ATTRIBUTES_MAX) stop();
    },
    onopentag(name, attributes) {
      depth += 1;
      tags += 1;
      if (depth > NESTING_MAX || tags > TAGS_MAX) stop();
      if (name === 'script') script = { attributes, text: '' };
      visitor.open?.(name, attributes);
    },
    ontext(text) {
      if (script === null) visitor.text?.(text);
      else if (visitor.script !== undefined) script.text += text;
    },
    onclosetag(name) {
      depth -= 1;
      if (name === 'script' && script !== null) visitor.script?.(script.attributes, script.text);
      if (name === 'script') script = null;
      visitor.close?.(name);
    },
  });
  for (let at = 0; at < html.length && !stopped; at += PIECE_CHARACTERS) {
    parser.write(html.slice(at, at + PIECE_CHARACTERS));
    yield;
  }
  if (!stopped) parser.end();
}
