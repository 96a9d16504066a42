import { describe, expect, it } from 'vitest';
import { readEmbedPage } from '../../src/server/platforms/instagram/embed-page.ts';
import { PLATFORM_IDS } from '../../src/shared/platforms/platforms.ts';
import { CODE, drawnPhoto } from '../platforms/instagram/instagram-shapes.ts';
import type { PageOutcome, PageShape } from '../platforms/page-shape.ts';
import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';
import { drawnVariations, type PageVariation, variationsOf } from './page-variations.ts';

/** Variations that cannot be read, each with the reason. */
const NOT_READ: Readonly<Record<string, string>> = {
  'drawn photo · without data-media-type':
    'only this attribute distinguishes a photo from the poster of a clip',
};

/** Returns each item's kind and the URL of its best file; null when the page gave no post. */
const filesOf = async (reading: Promise<PageOutcome>): Promise<readonly string[] | null> => {
  const outcome = await reading;
  return outcome.ok !== true
    ? null
    : outcome.post.items.map(({ kind, renditions: [best] }) =>
        best?.source.kind === 'upstream' ? `${kind} ${best.source.url}` : kind,
      );
};

interface Row extends PageVariation {
  readonly shape: string;
  readonly read: readonly string[] | null;
  readonly expected: readonly string[] | null;
}

const rowsOf = async (shape: PageShape): Promise<readonly Row[]> => {
  const variations = variationsOf(shape);
  const expected = await filesOf(shape.read(variations[0]?.html ?? ''));
  return Promise.all(
    variations.map(async (variation) => ({
      ...variation,
      shape: shape.name,
      read: await filesOf(shape.read(variation.html)),
      // The variation may omit the sound or the main file; the rest must be the same.
      expected: /without (?:music|playAddr)/.test(variation.name) ? null : expected,
    })),
  );
};

const drawnRows = drawnVariations().map(async (variation) => ({
  ...variation,
  shape: 'drawn photo',
  read: await filesOf(readEmbedPage(variation.html, CODE)),
  expected: variation.name === 'without srcset' ? null : [`photo ${widest()}`],
}));

const shapeRows = PLATFORM_IDS.flatMap((id) => TEST_PLATFORMS[id].shapes).map(rowsOf);
const rows: readonly Row[] = [...(await Promise.all(shapeRows)).flat(), ...(await Promise.all(drawnRows))];

function widest(): string {
  return drawnPhoto.image.src.replace('640', '1440').replaceAll('&amp;', '&');
}

const nameOf = ({ shape, name }: Row): string => `${shape} · ${name}`;
const isRead = ({ read, expected }: Row): boolean =>
  read !== null && read.length > 0 && (expected === null || read.join() === expected.join());

describe('pages with the same content in another form', () => {
  it('are read, except those with a stated reason', () => {
    const unread = rows.filter((row) => !isRead(row)).map(nameOf);
    process.stdout.write(`${rows.length - unread.length} of ${rows.length} variations read\n`);
    expect(unread).toEqual(Object.keys(NOT_READ));
    expect(rows.length).toBeGreaterThanOrEqual(60);
    expect(unread.length / rows.length).toBeLessThanOrEqual(0.05);
  });

  it('never yield a file of another post, a watermarked file or a poster', () => {
    const foreign = rows.flatMap((row) =>
      (row.read ?? [])
        .filter((file) => /decoy|other|watermarked|face|card|cover/.test(file))
        .map((file) => `${nameOf(row)}: ${file}`),
    );
    expect(foreign).toEqual([]);
  });

  it('yield every file in the recorded form', () => {
    const recorded = rows.filter(({ name, shape }) => name === 'as recorded' && shape !== 'drawn photo');
    const kinds = recorded.map(({ shape, read }) => [
      shape,
      (read ?? []).map((file) => file.split(' ')[0]).join(),
    ]);
    const expected = PLATFORM_IDS.flatMap((id) => TEST_PLATFORMS[id].shapes);
    expect(expected.length).toBeGreaterThan(0);
    expect(kinds).toEqual(expected.map(({ name, yields }) => [name, yields]));
  });
});
