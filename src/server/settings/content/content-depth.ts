import { Parser } from 'htmlparser2';

/**
 * Whether the elements of this HTML, allowed or not, are nested deeper than `limit`. Runs before the sanitiser, which takes
 * excessive time on thousands of open elements.
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
