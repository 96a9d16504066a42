/**
 * `npm run check` runs this script. It prints in how many files of src/server a function runs for one uncached preview and for one
 * download, as counted by V8's coverage, and which of these files are longer than LINES_MAX. With `--names` it prints all of these files.
 */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Post, postSchema } from '../src/shared/contract/preview.ts';
import { createTestApp } from '../tests/integration/test-app.ts';
import { startMockPlatforms } from '../tests/mock-platforms/mock-platforms.ts';

const SERVER = new URL('../src/server/', import.meta.url).href;
const WARM_UP_LINK = 'https://www.instagram.com/reel/DMocksBig01/';
const MEASURED_LINK = 'https://www.instagram.com/reel/DMocksReel1/';
const FILE_LINES_MAX = 300;

const mockPlatforms = await startMockPlatforms();
const { app } = await createTestApp({ UPSTREAM_ROUTES: mockPlatforms.routes, ENGINES: 'native' }, undefined, {
  prepare: undefined,
});
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const preview = async (url: string) => {
  const response = await fetch(`${origin}/api/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url, type: 'reels' }),
  });
  return postSchema.parse(await response.json());
};
const download = async (address: string): Promise<void> => {
  const response = await fetch(`${origin}${address}?download`);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`the download was answered with ${String(response.status)}`);
};
const fileOf = ({ qualities }: Post): string => {
  const address = qualities[0]?.url;
  if (address === undefined) throw new Error('the post has no file');
  return address;
};

interface RunFile {
  readonly name: string;
  readonly lines: number;
}

/** Counts the lines of a file that are neither blank nor only a comment. `fileUrl` is the URL of the file. */
const countCodeLines = (fileUrl: string): number =>
  readFileSync(fileURLToPath(fileUrl), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//gu, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;

/** Returns the files of src/server in which a function has run since the last call, the longest file first. */
const takeRunFiles = async (): Promise<readonly RunFile[]> => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(
      ({ url, functions }) =>
        url.startsWith(SERVER) && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
    )
    .map(({ url }) => ({ name: url.slice(SERVER.length), lines: countCodeLines(url) }))
    .sort((one, other) => other.lines - one.lines);
};

await download(fileOf(await preview(WARM_UP_LINK)));
await takeRunFiles();
const post = await preview(MEASURED_LINK);
const previewFiles = await takeRunFiles();
await download(fileOf(post));
const downloadFiles = await takeRunFiles();
for (const [what, files, filesMax] of [
  ['an uncached preview', previewFiles, 35],
  ['a download', downloadFiles, 20],
] as const) {
  const long = files.filter(({ lines }) => lines > FILE_LINES_MAX);
  const mark = files.length > filesMax || long.length > 0 ? '!' : ' ';
  console.info(
    `  ${mark} ${String(files.length).padStart(6)} of ${String(filesMax).padStart(6)}  files of src/server that ${what} runs through`,
  );
  for (const { name, lines } of process.argv.includes('--names') ? files : long)
    console.info(`${String(lines).padStart(20)}  lines of ${name}`);
}
await session.post('Profiler.stopPreciseCoverage');
await app.close();
await mockPlatforms.close();
