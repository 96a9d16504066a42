import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { IS_FULL } from './test-scope.ts';

/** The lists are not part of the repository; `npm run test:full` reads them where they lie beside it. */
const FOLDER = path.resolve(import.meta.dirname, '../../shared/corpora');

/** Reads a published list; null in `npm test` and where the list is missing. */
const readList = (name: string): string | null => {
  const file = path.join(FOLDER, name);
  return IS_FULL && existsSync(file) ? readFileSync(file, 'utf8') : null;
};

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

/** Returns URLs that spell loopback and private addresses in unusual ways; null without the list. */
export const addressEncodings = (): readonly string[] | null => {
  const text = readList('ssrf/patt-ip-encodings.txt');
  return text === null ? null : linesOf(text);
};

/** Returns CIDR ranges that no server should connect to; null without the list. */
export const blockedRanges = (): readonly string[] | null => {
  const text = readList('ssrf/antissrf-recommendedV1.json');
  return text === null ? null : (JSON.parse(text) as { cidr: string[] }).cidr;
};

/** Returns strings that break parsers; null without the list. */
export const naughtyStrings = (): readonly string[] | null => {
  const text = readList('text/blns.json');
  return text === null ? null : (JSON.parse(text) as string[]);
};

/** Returns file names from the tests of Content-Disposition parsers; null without the list. */
export const dispositionNames = (): readonly string[] | null => {
  const text = readList('filenames/content-disposition-jshttp.json');
  return text === null ? null : stringsIn(JSON.parse(text));
};

/** Returns the ten thousand most common passwords; null without the list. */
export const commonPasswords = (): readonly string[] | null => {
  const text = readList('passwords/zxcvbn-top10k.txt');
  return text === null ? null : linesOf(text).map((line) => line.trim().split(/\s+/)[0] ?? '');
};

/** Returns attacks on HTML sanitisers, their placeholders filled in; null without the lists. */
export const markupAttacks = (): readonly string[] | null => {
  const [items, evasions] = [readList('xss/h5sc-items.json'), readList('xss/owasp-filter-evasion.json')];
  if (items === null || evasions === null) return null;
  const html5 = JSON.parse(items) as { payloads: Record<string, string>; items: { data: string }[] };
  const filled = html5.items.map(({ data }) =>
    data.replace(/%(\w+)%/gu, (whole, name: string) => html5.payloads[name] ?? whole),
  );
  return [...filled, ...(JSON.parse(evasions) as string[])];
};
