import { Parser } from 'htmlparser2';

/** Deepest nesting a real page comes near; the parser's cost grows with the square of it. */
const NESTING_MAX = 2_000;
/** Real pages have a few thousand tags, each with a handful of attributes. */
const TAGS_MAX = 20_000;
const ATTRIBUTES_MAX = 50_000;

export type Attributes = Readonly<Record<string, string>>;

/** What a reader of a page wants to hear about. Names arrive in lower case, texts with their entities resolved. */
export interface HtmlVisitor {
  /** A script block, once, with its whole text. */
  script?(attributes: Attributes, text: string): void;
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/**
 * Reads a page once, from start to end, and calls `visitor` for what it holds. Reads broken markup as a browser would. Stops
 * where a page nests deeper, or has more tags or attributes, than any real one: the time a page takes stays bounded.
 */
export function scanHtml(html: string, visitor: HtmlVisitor): void {
  let depth = 0;
  let tags = 0;
  let attributesMet = 0;
  let stopped = false;
  let script: { readonly attributes: Attributes; text: string } | null = null;
  const stop = (): void => {
    stopped = true;
    parser.pause();
  };
  const parser = new Parser({
    onattribute() {
      attributesMet += 1;
      if (attributesMet > ATTRIBUTES_MAX) stop();
    },
    onopentag(name, attributes) {
      depth += 1;
      tags += 1;
      if (depth > NESTING_MAX || tags > TAGS_MAX) stop();
      if (name === 'script') script = { attributes, text: '' };
      else visitor.open?.(name, attributes);
    },
    ontext(text) {
      if (script === null) visitor.text?.(text);
      else script.text += text;
    },
    onclosetag(name) {
      depth -= 1;
      if (script !== null && name === 'script') {
        visitor.script?.(script.attributes, script.text);
        script = null;
      } else {
        visitor.close?.(name);
      }
    },
  });
  parser.write(html);
  if (!stopped) parser.end();
}
