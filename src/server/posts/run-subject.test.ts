import { expect, it } from 'vitest';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { MONITOR_REQUESTER, type Requester, singleRequester } from '../limits/requester.ts';
import { createRunSubjects, NETWORKS_SEEN_MS } from '../platforms/circuit-breaker.ts';

const LINK: ParsedLink = {
  platform: 'instagram',
  kind: 'post',
  id: 'DRunSubj001',
  username: null,
  url: 'https://www.instagram.com/p/DRunSubj001/',
  itemIndex: null,
  contentType: 'photos',
  label: 'Instagram post',
};

it('counts only visitor networks, for an hour', () => {
  let time = 0;
  const subjects = createRunSubjects(() => time);
  const request = (network: string, budget: Requester['budget'] = 'visitor') =>
    subjects.subjectOf(LINK, singleRequester({ network, budget }));
  for (let count = 0; count < 3; count += 1) expect(request('a').isOnlyNetwork).toBe(true);
  for (const budget of ['operator', 'monitor', 'refresh'] as const)
    expect(request('b', budget).isOnlyNetwork).toBe(true);
  expect(request('b').isOnlyNetwork).toBe(false);
  time += NETWORKS_SEEN_MS;
  expect(request('a').isOnlyNetwork).toBe(true);
});

it('returns post and network for the status, and nothing for the monitor', () => {
  const subjects = createRunSubjects(() => 0);
  const run = subjects.subjectOf(LINK, singleRequester({ network: 'a', budget: 'visitor' }));
  expect(subjects.countedSubjectOf(run)).toEqual({
    post: run.post,
    network: run.network,
    isOnlyNetwork: true,
  });
  expect(JSON.stringify(run)).not.toContain(LINK.id);
  expect(
    subjects.countedSubjectOf(subjects.subjectOf(LINK, singleRequester(MONITOR_REQUESTER))),
  ).toBeUndefined();
});
