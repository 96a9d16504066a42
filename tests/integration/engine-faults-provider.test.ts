import { ANSWER, KEY, LATE, LIMITED, NO_MEDIA, UPSTREAM_ERROR } from '../fault-sentences.ts';
import { faultLink } from '../stand-in/faults.ts';
import { describeEngineFaults, type FaultRow } from './engine-fault-suite.ts';

type Fate = readonly [
  fault: string,
  says: string,
  next: FaultRow['next'],
  breaker: FaultRow['breaker'],
  leftAlone?: 'left alone',
];

const FATES: readonly Fate[] = [
  ['provider-key', KEY, 'asked', 'open'],
  ['provider-not-subscribed', KEY, 'asked', 'open'],
  ['provider-quota', LIMITED, 'asked', 'closed', 'left alone'],
  ['provider-server-error', UPSTREAM_ERROR, 'asked', 'open'],
  ['provider-html', ANSWER, 'asked', 'open'],
  ['provider-error-body', ANSWER, 'asked', 'open'],
  ['provider-message-body', ANSWER, 'asked', 'open'],
  ['provider-empty-medias', NO_MEDIA, 'asked', 'closed'],
  ['provider-empty-body', ANSWER, 'asked', 'open'],
  ['provider-broken-json', ANSWER, 'asked', 'open'],
  ['provider-slow', LATE, 'asked', 'open'],
];

describeEngineFaults({
  engine: 'provider',
  environment: (standIn) => ({
    PROVIDER_HOST: standIn.providerHost,
    PROVIDER_API_KEY: standIn.providerKey,
  }),
  rows: FATES.flatMap(([fault, says, next, breaker, leftAlone]) =>
    (['instagram', 'tiktok'] as const).map((platform) => ({
      fault,
      platform,
      link: faultLink(fault, platform),
      says,
      next,
      breaker,
      ...(leftAlone === undefined ? {} : { leftAlone: true as const }),
    })),
  ),
});
