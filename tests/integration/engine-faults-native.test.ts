import { PLATFORM_IDS, type PlatformId } from '../../src/shared/platforms/platforms.ts';
import { faultLink } from '../mock-platforms/faults.ts';
import type { ExpectedFault } from '../platforms/native-answers.ts';
import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';
import { describeEngineFaults, type FaultRow } from './engine-fault-suite.ts';

const toRow = (platform: PlatformId, [fault, says, next, breaker, pause]: ExpectedFault): FaultRow => ({
  fault,
  platform,
  link: faultLink(fault, platform),
  says,
  next,
  breaker,
  ...(pause === undefined ? {} : { isPaused: true }),
});

describeEngineFaults({
  engine: 'native',
  environment: () => ({}),
  rows: PLATFORM_IDS.flatMap((platform) =>
    TEST_PLATFORMS[platform].answers.faults.map((fault) => toRow(platform, fault)),
  ),
});
