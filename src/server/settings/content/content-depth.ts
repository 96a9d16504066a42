import { Parser } from 'htmlparser2';

/**
 * Whether the elements of this HTML, allowed ones or not, are nested deeper than `limit`. Looked at before anything else
 * works on the text: what comes after it takes more than its share of time on thousands of open elements.
 */
export const isDeeperThan = (html: string, limit: number): boolean => {
  let depth = 0;
  let tooDeep = false;
  const parser = new Parser({
    onopentag() {
      depth += 1;
      if (depth <= limit) return;
      tooDeep = true;
      parser.reset();
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.write(html);
  if (!tooDeep) parser.end();
  return tooDeep;
};
