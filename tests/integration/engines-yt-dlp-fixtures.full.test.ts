import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createYtDlpEngine, type YtDlpEngine } from '../../src/server/engines/yt-dlp/yt-dlp-engine.ts';
import type { EngineOutcome } from '../../src/server/extraction/engine-outcome.ts';
import type { ExtractedItem } from '../../src/server/extraction/extracted-post.ts';
import type { JsonRecord } from '../../src/server/extraction/json-value.ts';
import { createLogger } from '../../src/server/observability/logger.ts';
import { createFakeYtDlp, type FakeYtDlp } from '../mock-platforms/yt-dlp-program.ts';
import { linkTo } from '../platforms/link-to.ts';
import { withoutCause } from '../without-cause.ts';
import { neverAborted } from './fake-outbound-client.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../shared/fixtures/ytdlp');

let program: FakeYtDlp;
let engine: YtDlpEngine;
beforeAll(async () => {
  program = await createFakeYtDlp();
  engine = createYtDlpEngine({
    program: () => program.program,
    searchPath: program.searchPath,
    proxy: {
      openSession: () => Promise.resolve({ url: 'http://run:secret@127.0.0.1:9', end: () => undefined }),
      close: () => Promise.resolve(),
    },
    log: createLogger('silent'),
  });
});
afterAll(async () => {
  await engine.close();
  program.remove();
});

const text = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');
const brief = ({ kind, renditions }: ExtractedItem) =>
  `${kind}: ${renditions.map((r) => [r.kind, r.quality, r.extension, r.codec, r.size].join('/')).join(' ')}`;

/** Lets the program print a recorded value, and returns the engine's outcome. */
const printed = async (output: string) => {
  const { id, extractor } = JSON.parse(output) as { id: string; extractor: string };
  program.setBehaviour(id, { output });
  const outcome = await engine.extract(
    linkTo(extractor === 'TikTok' ? 'tiktok' : 'instagram', id),
    neverAborted,
  );
  return outcome.ok
    ? {
        username: outcome.post.username,
        duration: outcome.post.duration,
        items: outcome.post.items.map(brief),
      }
    : withoutCause(outcome);
};

/** Lets the program end with a recorded error message about a post with the id CODE or ID. */
const failWith = (line: string): Promise<EngineOutcome> => {
  const [id, platform] = line.includes('[TikTok]')
    ? (['ID', 'tiktok'] as const)
    : (['CODE', 'instagram'] as const);
  program.setBehaviour(id, { output: 'null', stderr: line, code: 1 });
  return engine.extract(linkTo(platform, id), neverAborted);
};
const summaryOf = (outcome: EngineOutcome): string => {
  if (outcome.ok) return 'a post';
  const { code, reason, terminal, tentative } = outcome;
  return [code, reason, terminal && 'terminal', tentative && 'tentative'].filter(Boolean).join(' ');
};

/** Gives each URL in a recording a unique value again. The recording replaces all of them by the same one. */
const unmasked = (value: unknown): string => {
  let count = 0;
  return JSON.stringify(value, (key, inner: unknown) => {
    if (key !== 'url' || typeof inner !== 'string') return inner;
    count += 1;
    return inner.replace('media.jpg', `media${count}.jpg`);
  });
};

const CASES: Readonly<Record<string, () => Promise<void>>> = {
  'derived_instagram_reel.json': async () => {
    expect(await printed(text('derived_instagram_reel.json'))).toEqual({
      username: 'natgeo',
      duration: 72,
      items: ['video: video/720p/mp4//'],
    });
  },
  'derived_instagram_carousel.json': async () => {
    expect(await printed(text('derived_instagram_carousel.json'))).toEqual({
      username: 'product.insider',
      duration: 15,
      items: ['video: video/720p/mp4//', 'video: video/720p/mp4//'],
    });
  },
  'derived_tiktok_photo.json': async () => {
    expect(await printed(text('derived_tiktok_photo.json'))).toEqual({
      ok: false,
      code: 'no_media',
      terminal: false,
    });
  },
  'sailarn_ytdlp_results.json': async () => {
    const both = JSON.parse(text('sailarn_ytdlp_results.json')) as Record<string, JsonRecord>;
    expect(await printed(unmasked(both['instagram_video']))).toMatchObject({
      items: ['video: audio//m4a// video//mp4// video//mp4// video//mp4//'],
    });
    expect(await printed(unmasked(both['instagram_photo']))).toMatchObject({
      items: ['photo: photo//jpg//'],
    });
  },
  'stderr_samples.txt': async () => {
    const lines = text('stderr_samples.txt')
      .split('\n')
      .filter((line) => line.startsWith('ERROR:'));
    const heard: string[] = [];
    for (const line of lines) heard.push(summaryOf(await failWith(line)));
    expect(heard).toEqual([
      'link_invalid',
      'failed unreadable_here tentative',
      'no_media',
      'private terminal',
      'failed unreadable_here tentative',
      'private terminal',
      'failed region',
      'private terminal',
      'failed posts_withheld',
      'failed posts_withheld',
      'link_invalid',
    ]);
  },
};

describe.skipIf(!existsSync(FOLDER))(
  'recorded yt-dlp output (skipped where ../shared/fixtures is not beside the repository)',
  () => {
    it.each(Object.entries(CASES))('%s', (_file, check) => check());

    it('covers every recording', () => {
      expect(readdirSync(FOLDER).toSorted()).toEqual(Object.keys(CASES).toSorted());
    });
  },
);
