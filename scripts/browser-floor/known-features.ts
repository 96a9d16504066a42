import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { BROWSER_FLOOR } from './browser-floor.ts';

/** The versions of web-features that the floor names, by the names that its data uses. */
const FLOOR_OF: Readonly<Record<string, string>> = {
  chrome: BROWSER_FLOOR.chrome,
  chrome_android: BROWSER_FLOOR.chrome,
  edge: BROWSER_FLOOR.edge,
  firefox: BROWSER_FLOOR.firefox,
  firefox_android: BROWSER_FLOOR.firefox,
  safari: BROWSER_FLOOR.safari,
  safari_ios: BROWSER_FLOOR.ios,
};

const supportSchema = z.record(z.string(), z.string());
const dataSchema = z.object({
  features: z.record(
    z.string(),
    z.object({
      status: z
        .object({ by_compat_key: z.record(z.string(), z.object({ support: supportSchema })).optional() })
        .optional(),
    }),
  ),
});

const isOlder = (version: string, floor: string): boolean => {
  const [parts, floorParts] = [version, floor].map((text) => text.replace('≤', '').split('.').map(Number));
  for (const [index, part] of (parts ?? []).entries()) {
    const other = floorParts?.[index] ?? 0;
    if (part !== other) return part < other;
  }
  return true;
};

/** Returns the browsers of the floor that lack a feature with this support. */
const lackedBy = (support: Readonly<Record<string, string>>): string[] =>
  Object.entries(FLOOR_OF)
    .filter(([browser, floor]) => {
      const since = support[browser];
      return since === undefined || !isOlder(since, floor);
    })
    .map(([browser]) => browser);

let read: ReadonlyMap<string, readonly string[]> | null = null;

/**
 * Returns every feature of the web that MDN's compatibility data knows, by its key (such as `api.Window.fetch`), with the
 * browsers of the floor that lack it.
 */
export function readKnownFeatures(): ReadonlyMap<string, readonly string[]> {
  if (read !== null) return read;
  const file = new URL(import.meta.resolve('web-features/data.json'));
  const { features } = dataSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const known = new Map<string, readonly string[]>();
  for (const { status } of Object.values(features))
    for (const [key, { support }] of Object.entries(status?.by_compat_key ?? {}))
      known.set(key, lackedBy(support));
  read = known;
  return known;
}
