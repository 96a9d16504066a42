import { Parser } from 'htmlparser2';

/** Deepest nesting a real page comes near; the parser's cost grows with the square of it. */
const NESTING_MAX = 2_000;

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
 * Reads a page once, from start to end, and tells `visitor` what it meets. Broken markup is read as a browser would;
 * a page nested deeper than any real one is left where it gets too deep.
 */
export function scanHtml(html: string, visitor: HtmlVisitor): void {
  let depth = 0;
  let script: { readonly attributes: Attributes; text: string } | null = null;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > NESTING_MAX) parser.pause();
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
  if (depth <= NESTING_MAX) parser.end();
}

/**
 * Gives the script elements whose opening tag holds `word`, cut out of a page by plain search, as one text to scan; empty
 * when there are none. Reading a megabyte of markup to get to them costs more than the rest of a preview. A script ends at
 * the first `</script` whatever it holds (HTML, 13.2.5.15), so the cut is where a parser would make it.
 */
export function scriptsWith(html: string, word: string): string {
  const found: string[] = [];
  for (let from = 0; ; ) {
    const start = html.indexOf('<script', from);
    const tagEnd = start < 0 ? -1 : html.indexOf('>', start);
    const end = tagEnd < 0 ? -1 : html.indexOf('</script', tagEnd);
    if (end < 0) return found.join('');
    if (html.slice(start, tagEnd).includes(word)) found.push(`${html.slice(start, end)}</script>`);
    from = end + 1;
  }
}
