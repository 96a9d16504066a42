import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Channel = 'stable' | 'nightly';

/** A release of yt-dlp, with the faults that a test wants. */
export interface MockRelease {
  readonly channel?: Channel;
  readonly version: string;
  /** The program, under every file name of a release. */
  readonly program: string | Buffer;
  /** Replaces SHA2-256SUMS. */
  readonly sums?: string;
  /** Address that the program's request is redirected to. */
  readonly location?: string;
  /** Answers the request for the program on the file server. */
  readonly serve?: (response: ServerResponse) => void;
}

/** A local server that plays GitHub's releases of yt-dlp and the file server behind them. */
export interface MockReleases {
  /** Value for UPSTREAM_ROUTES. */
  readonly routes: string;
  /** Makes a release the newest one of its channel. */
  publish(release: MockRelease): void;
  /** Removes all releases: requests for the newest one then get 404. */
  clear(): void;
  /** Host and path of each request, oldest first. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

const FILE_SERVER = 'release-assets.githubusercontent.com';
/** A host that no request may reach. */
export const FOREIGN_HOST = 'files.elsewhere.example';
const HOSTS = ['github.com', 'objects.githubusercontent.com', FILE_SERVER, FOREIGN_HOST];
const FILES = [
  'yt-dlp_linux',
  'yt-dlp_linux_aarch64',
  'yt-dlp_musllinux',
  'yt-dlp_musllinux_aarch64',
  'yt-dlp_macos',
];
const REPOSITORIES: Readonly<Record<string, Channel>> = {
  'yt-dlp': 'stable',
  'yt-dlp-nightly-builds': 'nightly',
};
const LATEST = /^\/yt-dlp\/([\w-]+)\/releases\/latest$/;
const FILE = /^\/yt-dlp\/([\w-]+)\/releases\/download\/([\d.]+)\/([\w.-]+)$/;

const sumOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** Returns the text of SHA2-256SUMS for a program. */
export const sumsOf = (program: string | Buffer): string =>
  FILES.map((name) => `${sumOf(program)}  ${name}\n`).join('');

const redirect = (response: ServerResponse, location: string): void => {
  response.writeHead(302, { location }).end();
};

/** Starts the server on a free loopback port. */
export const startMockReleases = async (): Promise<MockReleases> => {
  const releases = new Map<Channel, MockRelease[]>();
  const requests: string[] = [];
  const find = (repository: string | undefined, version: string | undefined): MockRelease | undefined =>
    releases.get(REPOSITORIES[repository ?? ''] ?? 'stable')?.findLast((one) => one.version === version);

  const answerSite = (path: string, response: ServerResponse): void => {
    const latest = LATEST.exec(path)?.[1];
    const [, repository = latest, version, name] = FILE.exec(path) ?? [];
    const release =
      latest === undefined
        ? find(repository, version)
        : releases.get(REPOSITORIES[latest] ?? 'stable')?.at(-1);
    if (release === undefined) response.writeHead(404).end();
    else if (latest !== undefined)
      redirect(response, `https://github.com/yt-dlp/${latest}/releases/tag/${release.version}`);
    else if (release.location !== undefined && name !== 'SHA2-256SUMS') redirect(response, release.location);
    else redirect(response, `https://${FILE_SERVER}/${repository}/${version}/${name}?sig=abc`);
  };

  const answerFile = (path: string, response: ServerResponse): void => {
    const [, repository, version, name = ''] = path.split('?')[0]?.split('/') ?? [];
    const release = find(repository, version);
    if (release === undefined) response.writeHead(404).end();
    else if (name === 'SHA2-256SUMS') response.end(release.sums ?? sumsOf(release.program));
    else if (!FILES.includes(name)) response.writeHead(404).end();
    else if (release.serve === undefined) response.end(release.program);
    else release.serve(response);
  };

  const server = createServer((request: IncomingMessage, response) => {
    const { host = '' } = request.headers;
    const path = request.url ?? '/';
    requests.push(`${host}${path}`);
    if (host === 'github.com') answerSite(path, response);
    else if (host === FILE_SERVER) answerFile(path, response);
    else response.end('a program of somebody else');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    routes: HOSTS.map((host) => `${host}=${origin}`).join(','),
    requests,
    publish(release) {
      const channel = release.channel ?? 'stable';
      releases.set(channel, [...(releases.get(channel) ?? []), release]);
    },
    clear: () => releases.clear(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
