import { PLATFORM_IDS } from '../../src/shared/platforms/platforms.ts';
import { TIMED_OUT } from '../fault-sentences.ts';
import { faultLink } from '../mock-platforms/faults.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { describeEngineFaults } from './engine-fault-suite.ts';

// Faults in which the upstream answers too late. The other faults of these engines are in engine-fault-rows.ts.

describeEngineFaults({
  engine: 'provider',
  environment: ({ providerHost, providerKey }) => ({
    PROVIDER_HOST: providerHost,
    PROVIDER_API_KEY: providerKey,
  }),
  rows: PLATFORM_IDS.map((platform) => ({
    fault: 'provider-slow',
    platform,
    link: faultLink('provider-slow', platform),
    says: TIMED_OUT,
    next: 'asked',
    breaker: 'open',
  })),
});

describeEngineFaults({
  engine: 'cobalt',
  environment(mockPlatforms) {
    mockPlatforms.setCobaltFault('slow');
    return { COBALT_URL: mockPlatforms.cobaltUrl, COBALT_API_KEY: mockPlatforms.cobaltKey };
  },
  rows: PLATFORM_IDS.map((platform) => ({
    fault: 'cobalt-slow',
    platform,
    link: mockPosts.find((post) => post.platform === platform)?.links[0] ?? '',
    says: TIMED_OUT,
    next: 'asked',
    breaker: 'open',
  })),
});
