import { expect, it } from 'vitest';
import type { ActivityEntry } from '#shared/contract/admin-settings.ts';
import { describeValue, saysValues } from './describe-value.ts';

const entry = (action: ActivityEntry['action'], subject: string | null = null): ActivityEntry => ({
  id: 1,
  at: '2026-01-02T03:04:05.678Z',
  actor: 'Olga',
  actorId: 'o',
  action,
  subject,
  before: null,
  after: null,
});

it('writes stored values in the words of the panel', () => {
  const saved = (subject: string) => entry('settings_saved', subject);
  expect(describeValue(saved('logo'), 'a1'.repeat(32))).toBe('a picture');
  expect(describeValue(saved('logo'), null)).toBe('no picture');
  expect(describeValue(saved('contactEmail'), null)).toBe('nothing');
  expect(describeValue(entry('engines_saved', 'provider'), null)).toBe('nothing');
  expect(describeValue(entry('engines_saved', 'provider'), 'from the environment')).toBe('nothing');
  expect(describeValue(saved('maintenance'), 'true')).toBe('on');
  expect(describeValue(entry('sign_up_changed'), 'approval')).toBe('With approval');
  expect(describeValue(entry('sign_up_changed'), 'retired')).toBe('retired');
  expect(describeValue(saved('navbar'), 'Home, sticky, theme switch')).toBe(
    'Home, stays visible while scrolling, with a theme switch',
  );
  expect(describeValue(saved('title'), 'sticky')).toBe('sticky');
});

it('says who became the owner or was approved once', () => {
  expect(saysValues(entry('owner_claimed'))).toBe(true);
  expect(saysValues(entry('account_approved', 'Ada'))).toBe(true);
  expect(saysValues(entry('settings_saved', 'title'))).toBe(false);
  expect(saysValues(entry('sign_up_changed'))).toBe(false);
});

it('names the engines that a change switched, also in entries of earlier versions, which stored all of them', () => {
  const switched = {
    ...entry('engines_saved', 'engines'),
    before: 'provider, provider-2, provider-3, native, yt-dlp, cobalt, sample',
    after: 'provider, provider-2, provider-3, native (off), yt-dlp, cobalt, sample (off)',
  };
  expect(describeValue(switched, switched.before)).toBe('Built-in reader, Samples');
  expect(describeValue(switched, switched.after)).toBe('Built-in reader (off), Samples (off)');
  const moved = {
    ...entry('engines_saved', 'engines'),
    before: 'native, yt-dlp (off), sample',
    after: 'sample, native, yt-dlp (off)',
  };
  expect(describeValue(moved, moved.before)).toBe('Built-in reader, yt-dlp (off), Samples');
  expect(describeValue(moved, moved.after)).toBe('Samples, Built-in reader, yt-dlp (off)');
  const gone = { ...entry('engines_saved', 'engines'), before: 'retired, native', after: 'native' };
  expect(describeValue(gone, gone.before)).toBe('retired, Built-in reader');
});

it('names a provider and its service as the Engine section does', () => {
  const saved = entry('engines_saved', 'provider');
  expect(
    describeValue(saved, 'provider: autolink at a.example, with a key; provider-2: hiker at b.example'),
  ).toBe(
    'Extraction service: Social Download All In One at a.example, with a key; provider-2: hiker at b.example',
  );
});

it('writes a percentage as the rest of the panel does, also in entries of earlier versions', () => {
  const saved = entry('engines_saved', 'alerts');
  expect(describeValue(saved, 'below 50%, no webhook')).toBe('below 50%, no webhook');
  expect(describeValue(saved, 'below 50 %, webhook set anew')).toBe('below 50%, webhook set anew');
});
