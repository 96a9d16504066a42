import { contact } from '#messages/contact.ts';
import { faq } from '#messages/faq.ts';
import { report as reportForm } from '#messages/report.ts';
import { statusCard } from '#messages/status-card.ts';
import type { SocialLink } from '#shared/contract/site.ts';
import type { PartStatus, StatusReport, StatusState } from '#shared/contract/status.ts';
import { text, textParts } from '#shared/messages/text.ts';
import { byPlatform, PLATFORM_IDS } from '#shared/platforms/platforms.ts';
import { json, type Reply, unreachable } from '../scripted-network.ts';
import type { Story } from '../story.ts';
import { STORY_NOW } from '../story-boot.ts';

const OPEN_QUESTION = text(faq, 'free.question', { title: 'Savelet' });

const MEDIANS: Readonly<Record<StatusState, number | null>> = {
  working: 1_400,
  slow: 6_800,
  failing: null,
  unknown: null,
  off: null,
};

const LATELY = new Date(STORY_NOW - 40_000).toISOString();

const observed = (state: StatusState): PartStatus => ({
  state,
  medianMs: MEDIANS[state],
  lastSeen: state === 'unknown' ? null : LATELY,
});
const NO_DAYS = { states: [], shares: [] };

const report = (now: Pick<StatusReport, 'previews' | 'downloads' | 'used'>): Reply =>
  json({
    ...now,
    engines: [],
    days: [],
    past: { previews: byPlatform(() => NO_DAYS), downloads: NO_DAYS, engines: [] },
    incidents: [],
    tested: byPlatform(() => null),
    causes: byPlatform(() => null),
  } satisfies StatusReport);

/** Creates a status reply from the states of one platform's previews, of the other platforms' and of downloads. */
const status = (one: StatusState, others: StatusState, downloads: StatusState): Reply =>
  report({
    previews: byPlatform((id) => observed(id === PLATFORM_IDS[0] ? one : others)),
    downloads: observed(downloads),
    used: ['instagram', 'tiktok', 'downloads'],
  });

const NEVER_USED = {
  previews: byPlatform(() => observed('unknown')),
  downloads: observed('unknown'),
  used: [],
};
export const NO_OBSERVATIONS = report(NEVER_USED);

const statusStory = (name: string, reply: Reply, ...expects: string[]): Story => ({
  name: `status-${name}`,
  routes: { 'GET /api/status': reply },
  expects,
  primary: 'Download',
  show: '#status',
  play: async (visitor) => {
    await visitor.looksAt('#status');
    for (const words of expects) await visitor.sees(words);
  },
});

const STATUS: readonly Story[] = [
  statusStory(
    'working',
    status('working', 'working', 'working'),
    text(statusCard, 'headlines.working'),
    '1.4 s',
  ),
  statusStory(
    'one-off',
    status('off', 'working', 'working'),
    text(statusCard, 'headlines.exceptOff'),
    text(statusCard, 'states.off'),
  ),
  statusStory(
    'some-failing',
    status('failing', 'working', 'working'),
    text(statusCard, 'headlines.someFailing'),
  ),
  statusStory(
    'few',
    report({
      ...NEVER_USED,
      previews: byPlatform((id) => ({
        ...observed('unknown'),
        lastSeen: id === PLATFORM_IDS[0] ? LATELY : null,
      })),
      used: PLATFORM_IDS.slice(0, 1),
    }),
    text(statusCard, 'headlines.few'),
    'Checked 40 seconds ago',
  ),
  statusStory('cannot-check', unreachable, text(statusCard, 'question'), text(statusCard, 'cannotCheck')),
];

const FAQ: readonly Story[] = [
  {
    name: 'faq-closed',
    expects: [text(faq, 'heading'), OPEN_QUESTION],
    without: [text(faq, 'free.answer')],
    primary: 'Download',
    show: '#faqs',
  },
  {
    name: 'faq-open',
    expects: [text(faq, 'free.answer')],
    primary: 'Download',
    show: '#faqs',
    play: (visitor) => visitor.presses(OPEN_QUESTION),
  },
  {
    name: 'faq-found',
    expects: [text(faq, 'size.answer')],
    without: [text(faq, 'free.answer')],
    primary: 'Download',
    show: '#faqs',
    play: async (visitor) => {
      await visitor.presses(OPEN_QUESTION);
      await visitor.finds('no strict size limit');
    },
  },
];

const REDDIT: SocialLink = {
  id: 1,
  platform: 'reddit',
  name: 'Reddit',
  icon: 'reddit',
  color: '#ff4500',
  url: 'https://reddit.example/r/harbour',
};

const CONTACT: readonly Story[] = [
  {
    name: 'contact-with-address',
    expects: ['owner@harbour.example', { role: 'link', name: text(contact, 'write') }],
    primary: 'Download',
    show: '#contact',
  },
  {
    name: 'contact-without-address',
    site: { contactEmail: null, socialLinks: [] },
    expects: [{ role: 'link', name: textParts(contact, 'without.status')[1] }],
    without: ['owner@harbour.example', text(reportForm, 'topics.security.title')],
    primary: 'Download',
    show: '#contact',
  },
  {
    name: 'contact-by-social-link',
    site: { contactEmail: null, socialLinks: [REDDIT] },
    expects: [text(contact, 'social', { title: 'Savelet' })],
    without: ['owner@harbour.example'],
    primary: 'Download',
    show: '#contact',
  },
];

export const SECTION_STORIES: readonly Story[] = [...FAQ, ...STATUS, ...CONTACT];
