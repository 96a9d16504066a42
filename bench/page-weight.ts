import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';

const ENTRIES = ['src/web/theme.ts', 'src/web/public.tsx'];
/** Lazy parts that come after the load without any act of the visitor, by their name in the manifest. */
export const AFTER_LOAD: readonly string[] = ['src/web/state/follow-site.ts'];
/** The document, its icon, the one font of the first paint, the manifest with its icon, and the live stream. */
const OTHER_REQUESTS = 6;

/** What the public page may cost on its first load (gzip bytes, requests). */
export const PAGE_BUDGET = { script: 90 * 1024, style: 12 * 1024, requests: 12 } as const;
export type PageWeight = Readonly<Record<keyof typeof PAGE_BUDGET, number>>;

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).optional(),
    imports: z.array(z.string()).optional(),
  }),
);

/** Weighs what the public page built into `client` loads before any act of the visitor. Throws when a part is not in the build. */
export async function weighPage(client: string): Promise<PageWeight> {
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(path.join(client, '.vite/manifest.json'), 'utf8')),
  );
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (name: string): void => {
    const part = manifest[name];
    if (part === undefined) throw new Error(`the build has no ${name}`);
    if (scripts.has(part.file)) return;
    scripts.add(part.file);
    for (const file of part.css ?? []) styles.add(file);
    for (const imported of part.imports ?? []) visit(imported);
  };
  for (const name of [...ENTRIES, ...AFTER_LOAD]) visit(name);
  const weigh = async (files: Iterable<string>): Promise<number> => {
    const contents = await Promise.all([...files].map((file) => readFile(path.join(client, file))));
    return contents.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0);
  };
  return {
    script: await weigh(scripts),
    style: await weigh(styles),
    requests: scripts.size + styles.size + OTHER_REQUESTS,
  };
}

const UNITS = {
  script: 'bytes of script, gzip',
  style: 'bytes of style, gzip',
  requests: 'requests',
} as const;

/** One line for each figure, and whether all of them keep the budget. */
export function judgePage(weight: PageWeight): { kept: boolean; lines: string[] } {
  const figures = ['script', 'style', 'requests'] as const;
  return {
    kept: figures.every((name) => weight[name] <= PAGE_BUDGET[name]),
    lines: figures.map((name) => {
      const over = weight[name] - PAGE_BUDGET[name];
      const verdict = over > 0 ? `, ${over} too many` : '';
      return `the public page loads ${weight[name]} of ${PAGE_BUDGET[name]} ${UNITS[name]}${verdict}`;
    }),
  };
}
