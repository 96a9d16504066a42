/** A line of SHA2-256SUMS: the sum in hexadecimal, a space, a space or asterisk for the mode, and the name of the file. */
const LINE = /^([0-9a-f]{64}) [ *]([\w.+-]{1,100})$/;

/**
 * Reads the checksums of a release by file name. Returns null if any line has another form or a name occurs twice: such a text is not
 * the release's list, or only a part of it.
 */
export const parseChecksums = (text: string): ReadonlyMap<string, string> | null => {
  const sums = new Map<string, string>();
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) {
    const [, sum, name] = LINE.exec(line) ?? [];
    if (sum === undefined || name === undefined || sums.has(name)) return null;
    sums.set(name, sum);
  }
  return sums.size === 0 ? null : sums;
};
