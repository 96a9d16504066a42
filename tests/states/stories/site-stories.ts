import { linkForm } from '#messages/link-form.ts';
import { maintenance } from '#messages/maintenance.ts';
import { maintenanceBypass } from '#messages/maintenance-bypass.ts';
import { publicPage } from '#messages/public-page.ts';
import { resultCard } from '#messages/result-card.ts';
import { socialNames } from '#messages/social-names.ts';
import type { Site, SocialLink } from '#shared/contract/site.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { text } from '#shared/messages/text.ts';
import { POSTS } from '../sample-posts.ts';
import { json, never, type Routes } from '../scripted-network.ts';
import type { Story } from '../story.ts';
import { siteWith } from '../story-boot.ts';
import { opensPost } from './result-stories.ts';

const PLATFORMS = Object.keys(socialNames) as SocialLink['platform'][];
const SOCIALS: SocialLink[] = PLATFORMS.map((platform, index) => ({
  id: index + 1,
  platform,
  name: text(socialNames, platform),
  icon: platform,
  color: '#0a66c2',
  url: `https://www.${platform}.example/harbour`,
}));

/** Picture of a boat on a disc. */
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAYAAABXAvmHAAAA+UlEQVR42u3aOw6DMBBFUe+EHWU/2TALSJOSiAKJguD5vPl4MBI19xgLgU1r82hteb03yTlseDgEFe4OsQp3gXjFwxHe4VBIdLwKkSVejBgagLro97P6I5AX3AHuiKEB6GlzANwQ6BE/A5AI09H3AFwiUPF3ALO7gBz9HsAEgYwfDnAX+A+AQoQCEAg1oBfWA2gRzwZQoigADUIMoAZRAVLEMwGcGA5AgkgH4CLYAG5EKoAkQgLgINJ+wIe9kYauUqCmD/KEfpWlj6dMowzx6pWJ1PEWj1T04xO2Opc2fq5Ozz2CYrs0c5OvzDZriY3uMr8alPnZI8PxA1Jnrg2XpvTuAAAAAElFTkSuQmCC';
const CONTENT = `<h2>About this harbour</h2>
<p>Three of us keep this page for <strong>the village</strong> and whoever sails by. It runs on a small computer in the boat house.</p>
<ul><li>Ask on the quay if something does not work.</li><li>Please credit the people who made what you save.</li></ul>
<blockquote><p>Save little, look long.</p></blockquote>
<table><tbody><tr><th>Boat house</th><td>Open from eight to noon</td></tr><tr><th>Quay</th><td>Always</td></tr></tbody></table>
<p>Read on at <a href="https://harbour.example/">the harbour's own page</a>.</p>`;
const LONG_TITLE = 'The Harbour Community Post Keeper';

const MAINTENANCE_ON = SITE_SETTINGS.maintenance.event;
const newer = (more: Partial<Site>): Routes => ({
  'GET /api/site': json(siteWith({ ...more, revision: 1 })),
});

const MAINTENANCE_STORIES: readonly Story[] = [
  {
    name: 'maintenance',
    site: { maintenance: true },
    expects: [{ role: 'heading', name: text(maintenance, 'headline') }, text(maintenance, 'text')],
    primary: text(maintenance, 'refresh'),
  },
  {
    name: 'maintenance-passed',
    site: { maintenance: true },
    passes: true,
    expects: [text(maintenanceBypass, 'text'), { role: 'link', name: text(maintenanceBypass, 'toSwitch') }],
    without: [text(maintenance, 'text')],
    primary: text(linkForm, 'paste'),
  },
  {
    name: 'maintenance-lifted',
    site: { maintenance: true },
    routes: newer({ maintenance: false }),
    expects: [text(maintenance, 'over'), { role: 'button', name: text(linkForm, 'pasteName') }],
    without: [text(maintenance, 'text')],
    primary: text(linkForm, 'paste'),
    play: async (visitor) => {
      await visitor.sees(text(maintenance, 'text'));
      await visitor.dispatches(MAINTENANCE_ON, 1);
      await visitor.sees(text(maintenance, 'over'));
    },
  },
  {
    name: 'maintenance-begins',
    routes: newer({ maintenance: true }),
    expects: [{ role: 'heading', name: text(maintenance, 'headline') }],
    primary: text(maintenance, 'refresh'),
    play: async (visitor) => {
      await visitor.dispatches(MAINTENANCE_ON, 1);
      await visitor.sees(text(maintenance, 'text'));
    },
  },
  {
    name: 'maintenance-waits',
    routes: {
      ...newer({ maintenance: true }),
      'POST /api/preview': json(POSTS.video),
      'GET /api/media/': never,
    },
    expects: [text(maintenance, 'afterDownload')],
    show: '[data-testid="maintenance-waits"]',
    play: async (visitor) => {
      await opensPost(visitor);
      await visitor.presses(text(resultCard, 'download', { what: '1080p', size: '18.40 MB' }));
      await visitor.dispatches(MAINTENANCE_ON, 1);
      await visitor.sees(text(maintenance, 'afterDownload'));
    },
  },
];

export const SITE_STORIES: readonly Story[] = [
  {
    name: 'content-present',
    site: { content: CONTENT },
    expects: [{ role: 'heading', name: 'About this harbour' }, 'Save little, look long.'],
    show: '#owner-content',
  },
  {
    name: 'header-own',
    site: {
      logo: LOGO,
      navbar: {
        ...SITE_SETTINGS.navbar.default,
        links: [
          { id: 'a', label: 'Questions', target: '#faqs', visible: true, newTab: false },
          { id: 'b', label: 'The harbour', target: 'https://harbour.example/', visible: true, newTab: true },
        ],
        button: { visible: true, label: 'Start', target: '#hero' },
        themeSwitch: false,
      },
    },
    expects: ['Harbour', { role: 'button', name: 'Start' }],
    primary: text(linkForm, 'paste'),
  },
  {
    name: 'socials-ten',
    site: { socialLinks: SOCIALS },
    expects: SOCIALS.map(({ platform }) => ({ role: 'link', name: text(socialNames, platform) }) as const),
    without: [text(publicPage, 'socialLinksEmpty')],
    show: 'footer',
  },
  {
    name: 'result-long-title',
    site: { title: LONG_TITLE },
    routes: { 'POST /api/preview': json(POSTS.video) },
    expects: ['The Harbour'],
    play: opensPost,
  },
  ...MAINTENANCE_STORIES,
];
