import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';

/** Scripts in the document. */
const INLINE_SCRIPTS = ['src/web/theme.ts', 'src/web/capture.ts'];
const ENTRIES = [...INLINE_SCRIPTS, 'src/web/public.tsx'];
/** Lazy parts that load without any action of the visitor, by their key or their name in the manifest. */
export const AFTER_LOAD: readonly string[] = ['src/web/state/live-connection.ts', 'react'];
/** Lists the styles that are in the document, besides the entry's. */
const FIRST_STYLES = 'src/web/pages/public/first-styles.ts';
/** Other requests of the first load: document, favicon, font, web manifest, its icon, and the live stream. */
const OTHER_REQUESTS = 6;

/** Budget of the public page for its first load (gzip bytes, requests). */
export const PAGE_BUDGET = { script: 75 * 1024, style: 12 * 1024, requests: 12 } as const;
/** Budget of the panel's entry (gzip bytes), without its lazily loaded sections. */
export const PANEL_BUDGET = { script: 180 * 1024, style: 12 * 1024 } as const;
/** The entry file only loads panel-app.tsx. */
const PANEL_ENTRIES = ['src/web/panel.tsx', 'src/web/pages/panel/panel-app.tsx'];
export type PageWeight = Readonly<Record<keyof typeof PAGE_BUDGET, number>>;

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    css: z.array(z.string()).optional(),
    imports: z.array(z.string()).optional(),
  }),
);

interface LoadedFiles {
  readonly scripts: ReadonlySet<string>;
  readonly styles: ReadonlySet<string>;
}

/** Returns the files that these entries load with their static imports. Throws when an entry is not in the build. */
async function filesOf(build: string, entries: readonly string[]): Promise<LoadedFiles> {
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(path.join(build, '.vite/manifest.json'), 'utf8')),
  );
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (name: string): void => {
    const part = manifest[name] ?? Object.values(manifest).find((other) => other.name === name);
    if (part === undefined) throw new Error(`the build has no ${name}`);
    if (scripts.has(part.file)) return;
    scripts.add(part.file);
    for (const file of part.css ?? []) styles.add(file);
    for (const imported of part.imports ?? []) visit(imported);
  };
  for (const name of entries) visit(name);
  return { scripts, styles };
}

async function weigh(build: string, files: Iterable<string>): Promise<number> {
  const contents = await Promise.all([...files].map((file) => readFile(path.join(build, file))));
  return contents.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0);
}

/**
 * Measures what the public page in the build folder `client` loads without any action of the visitor. Throws when a
 * part is missing.
 */
export async function weighPage(client: string): Promise<PageWeight> {
  const { scripts } = await filesOf(client, [...ENTRIES, ...AFTER_LOAD]);
  const { styles } = await filesOf(client, [...ENTRIES, FIRST_STYLES]);
  return {
    script: await weigh(client, scripts),
    style: await weigh(client, styles),
    // The styles are in the document, too.
    requests: scripts.size - INLINE_SCRIPTS.length + OTHER_REQUESTS,
  };
}

export type PanelWeight = Readonly<Record<keyof typeof PANEL_BUDGET, number>>;

/**
 * Measures what the panel in the build folder `panel` loads before the session is known. Throws when a part is missing.
 */
export async function weighPanel(panel: string): Promise<PanelWeight> {
  const { scripts, styles } = await filesOf(panel, PANEL_ENTRIES);
  return { script: await weigh(panel, scripts), style: await weigh(panel, styles) };
}

const UNITS = {
  script: 'bytes of script, gzip',
  style: 'bytes of style, gzip',
  requests: 'requests',
} as const;

type Assessment = { withinBudget: boolean; lines: string[] };

const compareWithBudget = (
  what: string,
  weight: Readonly<Partial<Record<keyof typeof UNITS, number>>>,
  budget: Readonly<Partial<Record<keyof typeof UNITS, number>>>,
): Assessment => {
  const figures = (Object.keys(budget) as (keyof typeof UNITS)[]).map((name) => ({
    name,
    actual: weight[name] ?? 0,
    limit: budget[name] ?? 0,
  }));
  return {
    withinBudget: figures.every(({ actual, limit }) => actual <= limit),
    lines: figures.map(({ name, actual, limit }) => {
      const failure = actual > limit ? `, ${actual - limit} too many` : '';
      return `${what} loads ${actual} of ${limit} ${UNITS[name]}${failure}`;
    }),
  };
};

/** Compares the public page with its budget; returns one line per figure and whether all are within the budget. */
export const checkPageWeight = (weight: PageWeight): Assessment =>
  compareWithBudget('the public page', weight, PAGE_BUDGET);

/** Compares the panel's entry with its budget; returns one line per figure and whether all are within the budget. */
export const checkPanelWeight = (weight: PanelWeight): Assessment =>
  compareWithBudget("the panel's entry", weight, PANEL_BUDGET);
