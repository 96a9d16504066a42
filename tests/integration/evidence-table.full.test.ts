import { expect, it } from 'vitest';
import type { Engine } from '../../src/server/engines/engine.ts';
import { commonCause } from '../../src/server/health/status/build-status.ts';
import { BREAKER_FAULTS } from '../../src/server/platforms/circuit-breaker.ts';
import { type EngineOutcome, failed } from '../../src/server/platforms/failures.ts';
import { PLATFORM_IDS, type PlatformId } from '../../src/shared/platforms/platforms.ts';
import type { Answer } from '../platforms/native-answers.ts';
import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';
import { fixed, nativeFor, previewsFrom, sentenceOf } from './chain-runs.ts';

/** What a second engine finds, after the native one. */
const SECOND: Readonly<Record<string, EngineOutcome | null>> = {
  none: null,
  'an empty answer': failed('perhaps_gone'),
  'a limit': failed('rate_limited'),
  'a changed page': failed('page_unreadable'),
  private: failed('private_post'),
};

/** Returns: sentence | terminal or not | status | circuit of the native engine after five such posts | cause of an alert. */
const resultOf = async (platform: PlatformId, engines: () => readonly Engine[]): Promise<string> => {
  const { registry, preview } = previewsFrom(platform, engines);
  const outcome = await preview();
  if (outcome.ok) return 'a post | - | worked | closed | -';
  for (let count = 1; count < BREAKER_FAULTS; count += 1) await preview();
  const { status } = outcome;
  const isCounted = status === 'failed' || status === 'empty';
  const failures = registry
    .records(['native', 'yt-dlp'])
    .flatMap((record) => (record.platform === platform ? record.failures : []))
    .filter(({ cause }) => cause !== 'private' && cause !== 'gone');
  const found = commonCause(failures.map(({ at, cause }) => ({ step: at, outcome: cause, count: 1 })));
  const { breaker } = registry.healthOf('native', platform).figures();
  return [
    sentenceOf(outcome),
    outcome.terminal ? 'terminal' : 'goes on',
    status === 'empty' ? 'failed from half of twenty on' : status,
    breaker,
    isCounted ? (found?.cause ?? 'no cause') : '-',
  ].join(' | ');
};

type Choices = Readonly<Record<string, Answer>>;
/** A tree of results: one level for each kind of evidence. */
type Results = string | ReadonlyMap<string, Results>;

const ask = async (names: Choices, next: (answer: Answer) => Promise<Results>): Promise<Results> => {
  const found = new Map<string, Results>();
  for (const [name, answer] of Object.entries(names)) found.set(name, await next(answer));
  return found;
};

/** Writes a tree as rows, with values of equal consequences in one row. */
const rowsOf = (results: Results): readonly string[] => {
  if (typeof results === 'string') return [results];
  const groups = Map.groupBy([...results.keys()], (name) => rowsOf(results.get(name) ?? '').join('\n'));
  return [...groups].flatMap(([rows, names]) => {
    const label = names.length === results.size && names.length > 1 ? 'any' : names.join(', ');
    return rows.split('\n').map((row) => `${label} | ${row}`);
  });
};

const HEAD = 'page | embed | oEmbed | second engine | sentence | terminal | status | circuit | alert';

it.each(PLATFORM_IDS)(
  'what pages, embeds, oEmbed and a second engine of %s show together',
  { timeout: 60_000 },
  async (platform) => {
    const { pages, morePages, embeds, oembeds } = TEST_PLATFORMS[platform].answers;
    const tree = await ask({ ...pages, ...morePages }, (page) =>
      ask(embeds ?? { '-': { status: 404 } }, (embed) =>
        ask(oembeds ?? { '-': { status: 404 } }, async (oembed) => {
          const found = new Map<string, Results>();
          for (const [name, other] of Object.entries(SECOND)) {
            const engines = () => [
              nativeFor(platform, page, embed, oembed),
              ...(other === null ? [] : [fixed(other)]),
            ];
            found.set(name, await resultOf(platform, engines));
          }
          return found;
        }),
      ),
    );
    const rows = [HEAD, HEAD.replaceAll(/[^|]+/gu, '---'), ...rowsOf(tree)];
    const table = rows.map((row) => `| ${row} |\n`).join('');
    await expect(table).toMatchFileSnapshot(`evidence-table/${platform}.txt`);
  },
);
