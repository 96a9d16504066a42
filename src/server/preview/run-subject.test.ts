import { expect, it } from 'vitest';
import { NETWORKS_SEEN_MS } from '#shared/limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { MONITOR, onlyRequester, type Requester } from './requester.ts';
import { createRunSubjects } from './run-subject.ts';

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

it('counts the networks of visitors alone, for an hour', () => {
  let time = 0;
  const subjects = createRunSubjects(() => time);
  const ask = (network: string, budget: Requester['budget'] = 'visitor') =>
    subjects.of(LINK, onlyRequester({ network, budget }));
  for (let count = 0; count < 3; count += 1) ask('a');
  for (const budget of ['operator', 'monitor', 'refresh'] as const) ask('b', budget);
  expect(subjects.isOneNetwork()).toBe(true);
  ask('b');
  expect(subjects.isOneNetwork()).toBe(false);
  time += NETWORKS_SEEN_MS;
  ask('a');
  expect(subjects.isOneNetwork()).toBe(true);
});

it('tells the status of a post and a network, and nothing of the monitor', () => {
  const subjects = createRunSubjects(() => 0);
  const run = subjects.of(LINK, onlyRequester({ network: 'a', budget: 'visitor' }));
  expect(subjects.counted(run)).toEqual({ post: run.post, network: run.network, isOnlyNetwork: true });
  expect(JSON.stringify(run)).not.toContain(LINK.id);
  expect(subjects.counted(subjects.of(LINK, onlyRequester(MONITOR)))).toBeUndefined();
});
