import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { YtDlpChannel } from '#shared/contract/yt-dlp-updates.ts';
import { exactHosts } from '../net/host-policy.ts';
import {
  type OutboundClient,
  OutboundError,
  type OutboundResponse,
  toOutboundError,
} from '../net/outbound-client.ts';
import { readText } from '../net/read-body.ts';
import { parseChecksums } from './checksums.ts';
import { versionInTagAddress } from './release-version.ts';
import { findingOfFileSystem, UpdateFailure } from './update-failure.ts';

const REPOSITORIES: Readonly<Record<YtDlpChannel, string>> = {
  stable: 'yt-dlp/yt-dlp',
  nightly: 'yt-dlp/yt-dlp-nightly-builds',
};
/** Hosts to which GitHub redirects requests for the files of a release. */
const FILE_HOSTS = ['objects.githubusercontent.com', 'release-assets.githubusercontent.com'];
const CHECKSUMS_FILE = 'SHA2-256SUMS';
const CHECKSUMS_MAX_BYTES = 64 * 1024;
/** The programs have 20 to 40 MB. */
const PROGRAM_MAX_BYTES = 100 * 1024 * 1024;
const REDIRECTS_MAX = 5;
const FIRST_ERROR_STATUS = 300;

/** A file of a release. */
export interface ReleaseFile {
  readonly channel: YtDlpChannel;
  readonly version: string;
  readonly name: string;
}

/** Where to store a file, and how to follow its arrival. */
export interface Download {
  /** Path of a file that does not exist yet. */
  readonly path: string;
  readonly signal: AbortSignal;
  /** Called with the bytes that have arrived, and the number that the server has announced. */
  readonly onProgress: (received: number, total: number | null) => void;
}

/** Server of yt-dlp's releases. Its calls reject with UpdateFailure, OutboundError, or the signal's reason on abort. */
export interface ReleaseServer {
  /** Returns the newest version of a channel. */
  newest(channel: YtDlpChannel, signal: AbortSignal): Promise<string>;
  /** Returns the SHA-256 sum of a file, in hexadecimal, as the release states it. */
  checksum(file: ReleaseFile, signal: AbortSignal): Promise<string>;
  /** Stores a file and returns the SHA-256 sum of what was stored. May leave a part of it behind when it rejects. */
  download(file: ReleaseFile, download: Download): Promise<string>;
}

/** Options of a release server. Tests replace `maxBytes`. */
export interface ReleaseServerOptions {
  readonly outbound: OutboundClient;
  /** Base address, without a trailing slash. */
  readonly address: string;
  readonly maxBytes?: number;
}

const discard = ({ body }: OutboundResponse): void => {
  body.on('error', () => undefined);
  body.destroy();
};

/** Creates the access to a server that has the addresses of GitHub's releases. Its redirects may lead to GitHub's file servers. */
export const createReleaseServer = ({
  outbound,
  address,
  maxBytes = PROGRAM_MAX_BYTES,
}: ReleaseServerOptions): ReleaseServer => {
  const hosts = exactHosts([new URL(address).hostname, ...FILE_HOSTS]);

  const open = async ({ channel, version, name }: ReleaseFile, signal: AbortSignal) => {
    const url = `${address}/${REPOSITORIES[channel]}/releases/download/${version}/${name}`;
    const response = await outbound.request({ url, hosts, redirects: REDIRECTS_MAX, signal });
    if (response.status < FIRST_ERROR_STATUS) return response;
    discard(response);
    throw new UpdateFailure(response.status === 404 ? 'not_in_release' : 'bad_release');
  };

  return {
    async newest(channel, signal) {
      // The page redirects to that of the newest release; the API would need a key beyond a few requests an hour.
      const url = `${address}/${REPOSITORIES[channel]}/releases/latest`;
      const response = await outbound.request({ url, hosts, signal });
      discard(response);
      const version = versionInTagAddress(response.headers['location']);
      if (version === null) throw new UpdateFailure('bad_release');
      return version;
    },
    async checksum(file, signal) {
      const response = await open({ ...file, name: CHECKSUMS_FILE }, signal);
      const sums = parseChecksums(await readText(response, { maxBytes: CHECKSUMS_MAX_BYTES }));
      if (sums === null) throw new UpdateFailure('bad_release');
      const sum = sums.get(file.name);
      if (sum === undefined) throw new UpdateFailure('not_in_release');
      return sum;
    },
    async download(file, { path, signal, onProgress }) {
      const response = await open(file, signal);
      const announced = Number(response.headers['content-length'] ?? Number.NaN);
      const total = Number.isSafeInteger(announced) && announced >= 0 ? announced : null;
      if ((total ?? 0) > maxBytes) {
        discard(response);
        throw new OutboundError('too-large');
      }
      const hash = createHash('sha256');
      let received = 0;
      onProgress(received, total);
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          received += chunk.length;
          if (received > maxBytes) return done(new OutboundError('too-large'));
          hash.update(chunk);
          onProgress(received, total);
          done(null, chunk);
        },
      });
      // Written to the disk before it counts as stored, so that a power failure does not leave an empty program.
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
      try {
        await pipeline(response.body, measure, target, { signal });
      } catch (error) {
        signal.throwIfAborted();
        throw findingOfFileSystem(error) === null ? toOutboundError(error) : error;
      }
      return hash.digest('hex');
    },
  };
};
