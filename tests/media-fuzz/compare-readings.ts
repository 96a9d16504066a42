import { isDeepStrictEqual } from 'node:util';
import { createRandomResponse } from './random-response.ts';
import { RandomSource } from './random-source.ts';
import {
  describeResponse,
  type Outcome,
  readWithGeneralClient,
  readWithMediaConnection,
} from './read-both-ways.ts';

/** Result of a comparison. */
export interface Comparison {
  /** Responses that the media connection read by itself. */
  readonly taken: number;
  /** Responses that it left to the general client. */
  readonly left: number;
  /** Descriptions of the responses that the two read differently; the first ones. */
  readonly differences: readonly string[];
}

const DIFFERENCES_MAX = 5;
const CONCURRENT_READINGS = 64;

const isSame = (media: Outcome, general: Outcome): boolean => {
  // The general client reads it then, so there is no second opinion.
  if (media === 'refused') return true;
  if (typeof media === 'string' || typeof general === 'string') return media === general;
  if (media.isComplete === null)
    return isDeepStrictEqual(
      [media.status, media.headers, media.setCookies],
      [general.status, general.headers, general.setCookies],
    );
  // A connection may be closed although the general client would keep it, but not the other way round.
  if (media.isKept && !general.isKept) return false;
  return (
    isDeepStrictEqual({ ...media, body: 0, isKept: false }, { ...general, body: 0, isKept: false }) &&
    (media.isComplete === false ? isPrefix(media.body, general.body) : media.body.equals(general.body))
  );
};

/** Of a body that breaks off, each client may have passed on another part by then, but never other bytes. */
const isPrefix = (one: Buffer, other: Buffer): boolean => {
  const length = Math.min(one.length, other.length);
  return one.subarray(0, length).equals(other.subarray(0, length));
};

/** Reads `count` random responses with a media connection and with the general client, and compares what they make of them. */
export const compareReadings = async (count: number, seed: number): Promise<Comparison> => {
  const random = new RandomSource(seed);
  const differences: string[] = [];
  let taken = 0;
  for (let done = 0; done < count; done += CONCURRENT_READINGS) {
    await Promise.all(
      Array.from({ length: Math.min(CONCURRENT_READINGS, count - done) }, async () => {
        const response = createRandomResponse(random);
        const [media, general] = await Promise.all([
          readWithMediaConnection(response),
          readWithGeneralClient(response),
        ]);
        if (media !== 'refused') taken += 1;
        if (!isSame(media, general) && differences.length < DIFFERENCES_MAX)
          differences.push(
            `${describeResponse(response)}\n  media: ${summary(media)}\n  general: ${summary(general)}`,
          );
      }),
    );
  }
  return { taken, left: count - taken, differences };
};

const summary = (outcome: Outcome): string =>
  typeof outcome === 'string'
    ? outcome
    : JSON.stringify({ ...outcome, body: `${outcome.body.length} bytes` });
