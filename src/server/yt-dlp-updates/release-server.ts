import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import {
  type InstalledProgram,
  type YtDlpChannel,
  ytDlpVersionSchema,
} from '#shared/contract/yt-dlp-updates.ts';
import { readText } from '../outbound/exchange.ts';
import { exactHosts } from '../outbound/host-policy.ts';
import { type OutboundClient, OutboundError } from '../outbound/outbound-client.ts';

const REPOSITORIES: Readonly<Record<YtDlpChannel, string>> = {
  stable: 'yt-dlp/yt-dlp',
  nightly: 'yt-dlp/yt-dlp-nightly-builds',
};
/** Hosts to which GitHub redirects requests for the files of a release. */
const FILE_HOSTS = ['objects.githubusercontent.com', 'release-assets.githubusercontent.com'];
const CHECKSUMS_FILE = 'SHA2-256SUMS';
const CHECKSUMS_MAX_BYTES = 64 * 1024;
/** Maximum size of a program. The programs have 20 to 40 MB. */
const PROGRAM_MAX_BYTES = 100 * 1024 * 1024;
const DOWNLOAD_MS = 10 * 60_000;
const REDIRECTS_MAX = 5;

/** Files of a release by target. Each file is a single program that needs no other software; the file that needs Python is not used. */
const FILES: ReadonlyMap<string, string> = new Map([
  ['linux x64', 'yt-dlp_linux'],
  ['linux arm64', 'yt-dlp_linux_aarch64'],
  ['linux x64 musl', 'yt-dlp_musllinux'],
  ['linux arm64 musl', 'yt-dlp_musllinux_aarch64'],
  ['darwin x64', 'yt-dlp_macos'],
  ['darwin arm64', 'yt-dlp_macos'],
]);

/** Returns the name of the release's file for a target (see `ownTarget`); null if there is no file for it. */
export const releaseFileFor = (target: string): string | null => FILES.get(target) ?? null;

/** Returns whether Node's report shows that this process uses a C library other than the GNU one. */
const usesMusl = (): boolean => {
  // The report would otherwise look up the names of all open connections. The type does not know this option yet.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { readonly header?: object };
  return header !== undefined && !('glibcVersionRuntime' in header);
};

/** Returns the operating system and processor of this process in Node's names, such as 'linux x64', with ' musl' without the GNU C library. */
export const ownTarget = (): string => {
  const { platform, arch } = process;
  return `${platform} ${arch}${platform === 'linux' && usesMusl() ? ' musl' : ''}`;
};

/** Server of yt-dlp's releases. Its calls reject with errors that `findingOfError` knows. */
export type ReleaseServer = ReturnType<typeof createReleaseServer>;

interface ReleaseServerOptions {
  readonly outbound: OutboundClient;
  /** Base address, without a trailing slash. */
  readonly address: string;
  /** Name of the program's file in a release: letters, digits, hyphens and underscores. */
  readonly fileName: string;
  /** Replaces PROGRAM_MAX_BYTES in tests. */
  readonly maxBytes?: number;
}

/** Creates the client of a server with the URL paths of GitHub's releases. Redirects of the server may lead to GitHub's file servers. */
export const createReleaseServer = ({
  outbound,
  address,
  fileName,
  maxBytes = PROGRAM_MAX_BYTES,
}: ReleaseServerOptions) => {
  const found = new Map<YtDlpChannel, string>();
  const hosts = exactHosts([new URL(address).hostname, ...FILE_HOSTS]);

  const open = async ({ channel, version }: InstalledProgram, name: string, signal: AbortSignal) => {
    const url = `${address}/${REPOSITORIES[channel]}/releases/download/${version}/${name}`;
    const response = await outbound.request({ url, hosts, redirects: REDIRECTS_MAX, signal });
    const isTooLarge = Number(response.headers['content-length'] ?? 0) > maxBytes;
    if (response.status === 200 && !isTooLarge) return response;
    response.body.destroy();
    throw new OutboundError(isTooLarge ? 'too-large' : 'bad-answer');
  };

  const statedSum = async (release: InstalledProgram, signal: AbortSignal): Promise<string> => {
    const list = await open(release, CHECKSUMS_FILE, signal);
    const text = await readText(list, { maxBytes: CHECKSUMS_MAX_BYTES });
    // The sum in hexadecimal, a space, a space or asterisk for the mode, and the name of the file.
    const lines = [...text.matchAll(new RegExp(`^([0-9a-f]{64}) [ *]${fileName}\\r?$`, 'gm'))];
    if (lines.length !== 1 || lines[0]?.[1] === undefined) throw new OutboundError('bad-answer');
    return lines[0][1];
  };

  return {
    /** Requests the newest version of a channel and returns it. */
    async readNewestVersion(channel: YtDlpChannel, signal: AbortSignal): Promise<string> {
      // The page redirects to that of the newest release; the API would need a key beyond a few requests an hour.
      const url = `${address}/${REPOSITORIES[channel]}/releases/latest`;
      const response = await outbound.request({ url, hosts, signal });
      response.body.destroy();
      const version = /\/tag\/([\d.]+)$/.exec(response.headers['location'] ?? '')?.[1];
      if (version === undefined || !ytDlpVersionSchema.safeParse(version).success)
        throw new OutboundError('bad-answer');
      found.set(channel, version);
      return version;
    },
    /** Returns the version that the last successful `readNewestVersion` returned for the channel; null if there was none. */
    lastNewestVersion: (channel: YtDlpChannel): string | null => found.get(channel) ?? null,
    /** Downloads the program of a release to the new file `path`. Returns whether the program has the checksum that the release states. */
    async download(release: InstalledProgram, path: string, closing: AbortSignal): Promise<boolean> {
      const signal = AbortSignal.any([closing, AbortSignal.timeout(DOWNLOAD_MS)]);
      const expected = await statedSum(release, signal);
      const { body } = await open(release, fileName, signal);
      const hash = createHash('sha256');
      let received = 0;
      const measure = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          received += chunk.length;
          if (received > maxBytes) throw new OutboundError('too-large');
          hash.update(chunk);
          yield chunk;
        }
      };
      // Written to the disk before it counts as stored, so that a power failure does not leave an empty program.
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
      // A failed download may end before the file has been made.
      const closed = new Promise((resolve) => target.once('close', resolve));
      await pipeline(body, measure, target, { signal }).finally(() => closed);
      return hash.digest('hex') === expected;
    },
  };
};
