import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  activityPageSchema,
  adminSettingsSchema,
  conflictSchema,
  pastSettingsSchema,
  revisionListSchema,
} from '#shared/contract/admin-settings.ts';
import { byLegalText, LEGAL_TEXT_SETTINGS } from '#shared/contract/legal-texts.ts';
import { problemSchema } from '#shared/contract/problem.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import {
  CONTENT_CLEAN_MAX_BYTES,
  CONTENT_MAX_CHARACTERS,
  LEGAL_TEXT_CLEAN_MAX_BYTES,
  LEGAL_TEXT_MAX_CHARACTERS,
} from '#shared/limits.ts';
import { readActivity } from '../../src/server/people/activity/activity-log.ts';
import { REVISIONS_MAX } from '../../src/server/site/settings/row-store.ts';
import { type AccountBrowser, openBrowser, openOwner } from './account-browser.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const REDDIT = {
  id: 1,
  platform: 'reddit',
  name: 'Reddit',
  icon: 'reddit',
  color: '#ff4500',
  url: 'https://reddit.example/r/harbour',
} as const;

let test: TestApp;
let owner: AccountBrowser;
const open = async () => {
  test = await createTestApp();
  owner = await openOwner(test, 'Mara');
};
const close = () => test.app.close();

const call = (method: 'GET' | 'PATCH' | 'POST', url: string, body?: unknown, { jar } = owner) =>
  test.app.inject({
    method,
    url,
    headers: {
      host: 'localhost',
      origin: 'http://localhost',
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const save = (revision: number, change: unknown) =>
  call('PATCH', '/api/admin/settings', { revision, change });
const saved = async (revision: number, change: unknown) => {
  const answer = await save(revision, change);
  expect(answer.statusCode, answer.body).toBe(200);
  return adminSettingsSchema.parse(answer.json());
};
const codeOf = (answer: Awaited<ReturnType<typeof call>>) => {
  const { code, status, detail } = problemSchema.parse(answer.json());
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['cache-control']).toBe('no-store');
  return [code, detail];
};

describe('GET and PATCH /api/admin/settings', () => {
  beforeEach(open);
  afterEach(close);

  it('return the current settings, and the result of each save', async () => {
    const before = await call('GET', '/api/admin/settings');
    expect(before.headers['cache-control']).toBe('no-store');
    expect(adminSettingsSchema.parse(before.json())).toEqual({
      site: test.settings.current(),
      logo: null,
      contactChosenInPanel: false,
      contactVariableSet: false,
      ...byLegalText(() => ''),
      lastSave: null,
    });
    const after = await saved(0, { title: 'Harbour', socialLinks: [REDDIT], maintenance: true });
    expect(after).toMatchObject({
      site: { revision: 1, title: 'Harbour', maintenance: true },
      lastSave: { revision: 1, author: 'Mara', changed: ['title', 'socialLinks', 'maintenance'] },
    });
    expect((await call('GET', '/api/admin/settings')).json()).toEqual(after);
    expect((await call('GET', '/api/site')).json()).toEqual(after.site);
  });

  it('reject every revision but the current one, and name who saved since', async () => {
    await saved(0, { title: 'One' });
    await saved(1, { content: '<p>Two</p>' });
    for (const stale of [0, 1, 3]) {
      const answer = await save(stale, { maintenance: true });
      expect(codeOf(answer)[0]).toBe('conflict');
      const { since } = conflictSchema.parse(answer.json());
      expect(since.map(({ revision, author }) => [revision, author])).toEqual(
        [
          [1, 'Mara'],
          [2, 'Mara'],
        ].slice(Math.min(stale, 2)),
      );
    }
    expect(test.settings.current()).toMatchObject({ revision: 2, maintenance: false });
  });

  it('accept content as large as allowed, in characters of three bytes', async () => {
    const { site } = await saved(0, { content: `<p>${'線'.repeat(CONTENT_CLEAN_MAX_BYTES / 3 - 10)}</p>` });
    expect(site.content).toHaveLength(Math.ceil(CONTENT_CLEAN_MAX_BYTES / 3 - 10) + 6);
  });

  it('accept pages of this site and email addresses in the header, and ftp in the footer', async () => {
    const { navbar } = SITE_SETTINGS;
    const [first] = navbar.default.links;
    const links = ['/help', 'mailto:a@b.example?subject=Hi'].map((target, id) => ({
      ...first,
      id: `${id}`,
      target,
    }));
    const change = {
      navbar: { ...navbar.default, links },
      socialLinks: [{ ...REDDIT, url: 'ftp://files.example/' }],
    };
    expect((await save(0, change)).statusCode).toBe(200);
    expect(test.settings.current().navbar.links.map(({ target }) => target)).toEqual([
      '/help',
      'mailto:a@b.example?subject=Hi',
    ]);
  });

  it('store and show only sanitized content', async () => {
    const { site } = await saved(0, { content: '<h2 onclick="x()">a</h2><script>b</script>' });
    expect(site.content).toBe('<h2>a</h2>');
    const rows = await test.database.query.selectFrom('settings_revisions').select('stored').execute();
    expect(rows).toEqual([{ stored: '{"content":"<h2>a</h2>"}' }]);
  });

  it('log who changed what', async () => {
    await saved(0, { title: 'Harbour', maintenance: true, content: '<p>abc</p>' });
    await saved(1, {
      socialLinks: [REDDIT],
      navbar: { ...SITE_SETTINGS.navbar.default, sticky: false },
      content: '',
    });
    const { entries } = activityPageSchema.parse(await readActivity(test.database));
    expect(
      entries
        .toReversed()
        .filter(({ action }) => action === 'settings_saved')
        .map(({ actor, action, subject, before, after }) => [actor, action, subject, before, after]),
    ).toEqual([
      ['Mara', 'settings_saved', 'title', 'Savelet', 'Harbour'],
      ['Mara', 'settings_saved', 'maintenance', 'Inactive', 'Active'],
      ['Mara', 'settings_saved', 'content', null, 'abc'],
      ['Mara', 'settings_saved', 'socialLinks', null, 'Reddit https://reddit.example/r/harbour'],
      ['Mara', 'settings_saved', 'content', 'abc', null],
      ['Mara', 'settings_saved', 'navbar', 'sticky', null],
    ]);
  });

  it('log the part of a long text that changed, and none where only the form did', async () => {
    const words = 'word '.repeat(60);
    await saved(0, { termsText: `<p>${words}Pay in shells. ${words}</p>` });
    await saved(1, { termsText: `<p>${words}Pay in pearls. ${words}</p>` });
    await saved(2, { termsText: `<h2>${words}Pay in pearls. ${words}</h2>` });
    const { entries } = await readActivity(test.database, { kind: 'site' });
    const [form, part] = entries;
    expect(form?.before).toBe(form?.after);
    expect([part?.before, part?.after]).toEqual([
      '… word word Pay in shells. word word word word …',
      '… word word Pay in pearls. word word word word …',
    ]);
  });

  it('show the log by person and by kind', async () => {
    await saved(0, { title: 'Harbour' });
    const page = async (query: string) =>
      activityPageSchema.parse((await owner.call('GET', `/api/admin/activity?${query}`)).body);
    const all = await page('');
    const mara = all.people.find(({ name }) => name === 'Mara')!;
    expect(all.people).toHaveLength(1);
    expect((await page(`person=${mara.id}&kind=site`)).entries.map(({ subject }) => subject)).toEqual([
      'title',
    ]);
    expect((await page('person=nobody')).entries).toEqual([]);
    expect((await page('kind=engines')).entries).toEqual([]);
    const accounts = await page('kind=accounts');
    expect(accounts.entries.map(({ action }) => action)).toContain('owner_claimed');
    expect(accounts.entries.every(({ action }) => action !== 'settings_saved')).toBe(true);
    expect((await page('kind=site')).people).toEqual(all.people);
    for (const wrong of ['kind=garden', 'colour=red'])
      expect((await owner.call('GET', `/api/admin/activity?${wrong}`)).code).toBe('body_invalid');
  });
});

describe('a save', () => {
  beforeAll(open);
  afterAll(close);

  it.each([
    ['no change', undefined, 'body_invalid'],
    ['an unknown setting', { owner: 'x' }, 'body_invalid'],
    [
      'an unknown field of the header',
      { navbar: { ...SITE_SETTINGS.navbar.default, color: 'red' } },
      'body_invalid',
    ],
    [
      'more links of the header than it shows',
      {
        navbar: {
          ...SITE_SETTINGS.navbar.default,
          links: Array.from({ length: 7 }, (_none, at) => ({
            ...SITE_SETTINGS.navbar.default.links[0],
            id: `link ${at}`,
          })),
        },
      },
      'body_invalid',
    ],
    ['an unknown field of a link', { socialLinks: [{ ...REDDIT, onclick: 'x' }] }, 'body_invalid'],
    ['a blank title', { title: ' \t ' }, 'body_invalid'],
    ['a long title', { title: 'x'.repeat(41) }, 'body_invalid'],
    ['a title with a line break', { title: 'a\nb' }, 'body_invalid'],
    ['a title with a bidi override', { title: 'a\u202eb' }, 'body_invalid'],
    ['no title', { title: null }, 'body_invalid'],
    ['a flag as text', { maintenance: 'true' }, 'body_invalid'],
    ['a script address', { socialLinks: [{ ...REDDIT, url: 'javascript:alert(1)' }] }, 'social_link_invalid'],
    [
      'a user',
      { socialLinks: [{ ...REDDIT, url: 'https://reddit.com@evil.example/' }] },
      'social_link_invalid',
    ],
    ['a password', { socialLinks: [{ ...REDDIT, url: 'https://:x@evil.example/' }] }, 'social_link_invalid'],
    [
      'a user in the header',
      {
        navbar: {
          ...SITE_SETTINGS.navbar.default,
          button: { ...SITE_SETTINGS.navbar.default.button, target: 'https://bank.example@evil.example/' },
        },
      },
      'body_invalid',
    ],
    [
      'a user in a link of the header',
      {
        navbar: {
          ...SITE_SETTINGS.navbar.default,
          links: [{ ...SITE_SETTINGS.navbar.default.links[0], target: 'https:bank.example@evil.example' }],
        },
      },
      'body_invalid',
    ],
    [
      'another scheme',
      { socialLinks: [{ ...REDDIT, url: 'gopher://reddit.example' }] },
      'social_link_invalid',
    ],
    ['a script', { socialLinks: [{ ...REDDIT, url: 'JavaScript:alert(1)' }] }, 'social_link_invalid'],
    ['no address', { socialLinks: [{ ...REDDIT, url: '' }] }, 'social_link_invalid'],
    [
      'a long address',
      { socialLinks: [{ ...REDDIT, url: `https://a.example/${'x'.repeat(3_000)}` }] },
      'social_link_invalid',
    ],
    ['a platform twice', { socialLinks: [REDDIT, { ...REDDIT, id: 2 }] }, 'social_link_duplicate'],
    ['eleven links', { socialLinks: Array.from({ length: 11 }, () => REDDIT) }, 'social_link_duplicate'],
    ['an unknown platform', { socialLinks: [{ ...REDDIT, platform: 'x' }] }, 'body_invalid'],
    ['the icon of another platform', { socialLinks: [{ ...REDDIT, icon: 'tiktok' }] }, 'body_invalid'],
    ['an invalid colour', { socialLinks: [{ ...REDDIT, color: 'red;background:url(x)' }] }, 'body_invalid'],
    [
      'nine hidden links in the header',
      {
        navbar: {
          ...SITE_SETTINGS.navbar.default,
          links: Array.from({ length: 9 }, (_, id) => ({
            ...SITE_SETTINGS.navbar.default.links[0],
            id: `${id}`,
            // Hidden, so that the smaller limit of shown links is not what rejects them.
            visible: false,
          })),
        },
      },
      'body_invalid',
    ],
    [
      'a script in the header',
      {
        navbar: {
          ...SITE_SETTINGS.navbar.default,
          button: { ...SITE_SETTINGS.navbar.default.button, target: 'javascript:alert(1)' },
        },
      },
      'body_invalid',
    ],
    ['an invalid logo id', { logo: 'data:image/png;base64,AAAA' }, 'body_invalid'],
    ['a logo that was never uploaded', { logo: 'a'.repeat(64) }, 'logo_unknown'],
    ['content that is too long', { content: 'x'.repeat(CONTENT_MAX_CHARACTERS + 1) }, 'body_too_large'],
    [
      'content that is too long after sanitizing',
      { content: 'x'.repeat(CONTENT_CLEAN_MAX_BYTES + 1) },
      'body_too_large',
    ],
    ['content nested too deep', { content: '<b>'.repeat(101) }, 'body_invalid'],
  ])('is rejected with %s', async (_what, change, code) => {
    expect(codeOf(await save(0, change))[0]).toBe(code);
    expect(test.settings.current().revision).toBe(0);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'mailto:',
    'ftp://files.example/',
    'java\nscript:alert(1)',
  ])('is rejected with a header button to %j', async (target) => {
    const { navbar } = SITE_SETTINGS;
    const button = { ...navbar.default.button, target };
    expect(codeOf(await save(0, { navbar: { ...navbar.default, button } }))[0]).toBe('body_invalid');
  });

  it('is rejected with the specified sentences', async () => {
    const invalid = await save(0, { socialLinks: [{ ...REDDIT, url: 'mailto:a@b.example' }] });
    expect(codeOf(invalid)).toEqual(['social_link_invalid', 'Please enter a valid URL']);
    const twice = await save(0, { socialLinks: [REDDIT, REDDIT] });
    expect(codeOf(twice)).toEqual(['social_link_duplicate', 'This platform is already added']);
  });

  it.each([
    '{',
    '[]',
    '""',
    'null',
    '{"revision":-1,"change":{}}',
    '{"change":{}}',
    '{"revision":0,"change":{},"x":1}',
    '{"__proto__":{"a":1},"revision":0,"change":{}}',
  ])('is rejected as the body %s', async (body) => {
    expect(codeOf(await call('PATCH', '/api/admin/settings', body))[0]).toBe('body_invalid');
  });
});

describe('revisions', () => {
  beforeEach(open);
  afterEach(close);

  it('are listed newest first, by setting, and shown with their values', async () => {
    await saved(0, { title: 'One', content: '<p>a</p>' });
    await saved(1, { title: 'Two' });
    const list = revisionListSchema.parse((await call('GET', '/api/admin/revisions')).json());
    expect(list.revisions.map(({ revision }) => revision)).toEqual([2, 1]);
    const ofContent = await call('GET', '/api/admin/revisions?setting=content');
    expect(revisionListSchema.parse(ofContent.json()).revisions).toMatchObject([
      { revision: 1, author: 'Mara' },
    ]);
    const past = pastSettingsSchema.parse((await call('GET', '/api/admin/revisions/1')).json());
    expect(past).toMatchObject({
      savedBy: { revision: 1 },
      site: { title: 'One', content: '<p>a</p>', revision: 1 },
    });
    expect(pastSettingsSchema.parse((await call('GET', '/api/admin/revisions/0')).json()).site.title).toBe(
      'Savelet',
    );
    for (const unknown of ['3', '-1', 'x', '1e3', '9'.repeat(40)])
      expect(codeOf(await call('GET', `/api/admin/revisions/${unknown}`))[0]).toBe('revision_unknown');
    expect(codeOf(await call('GET', '/api/admin/revisions?setting=x'))[0]).toBe('body_invalid');
  });

  it('restore the named settings, as a new revision', async () => {
    await saved(0, { title: 'One', content: '<p>a</p>' });
    await saved(1, { title: 'Two', content: '<p>b</p>', maintenance: true });
    const restore = (of: number | string, revision: number, settings: unknown) =>
      call('POST', `/api/admin/revisions/${of}/restore`, { revision, settings });
    const answer = adminSettingsSchema.parse((await restore(1, 2, ['content'])).json());
    expect(answer).toMatchObject({
      site: { revision: 3, title: 'Two', content: '<p>a</p>', maintenance: true },
      lastSave: { changed: ['content'], author: 'Mara' },
    });
    expect((await readActivity(test.database)).entries[0]).toMatchObject({
      action: 'settings_restored',
      subject: 'content',
    });
    expect(codeOf(await restore(1, 2, ['title']))[0]).toBe('conflict');
    expect(codeOf(await restore(9, 3, ['title']))[0]).toBe('revision_unknown');
    expect(codeOf(await restore('x', 3, ['title']))[0]).toBe('revision_unknown');
    expect(codeOf(await restore(1, 3, []))[0]).toBe('body_invalid');
    expect(codeOf(await restore(1, 3, ['revision']))[0]).toBe('body_invalid');
    expect(adminSettingsSchema.parse((await restore(0, 3, ['title', 'content'])).json()).site).toMatchObject({
      title: 'Savelet',
      content: '',
    });
  });

  it('are kept while they are among the last ones, or the last with the content', async () => {
    const content = REVISIONS_MAX + 2;
    let revision = 0;
    for (; revision < content; revision += 1) await saved(revision, { content: `<p>${revision}</p>` });
    for (; revision < content + REVISIONS_MAX + 3; revision += 1)
      await saved(revision, { title: `T${revision}` });
    const rows = await test.database.query
      .selectFrom('settings_revisions')
      .select('revision')
      .orderBy('revision')
      .execute();
    expect(rows.map((row) => row.revision)).toEqual([
      ...Array.from({ length: REVISIONS_MAX }, (_, at) => at + 3),
      ...Array.from({ length: REVISIONS_MAX }, (_, at) => content + 4 + at),
    ]);
    const listed = revisionListSchema.parse(
      (await call('GET', '/api/admin/revisions?setting=content')).json(),
    );
    expect(listed.revisions).toHaveLength(REVISIONS_MAX);
  });
});

describe('the legal texts', () => {
  beforeEach(open);
  afterEach(close);

  it('are stored sanitised and returned to the panel only', async () => {
    const after = await saved(0, {
      privacyText: '<h2>Who we are</h2><script>a()</script><p onclick="b()">Hi</p>',
    });
    expect(after).toMatchObject({
      privacyText: '<h2>Who we are</h2><p>Hi</p>',
      termsText: '',
      lastSave: { changed: ['privacyText'], author: 'Mara' },
    });
    expect(test.settings.stored()).toMatchObject({ privacyText: '<h2>Who we are</h2><p>Hi</p>' });
    const publicSite = await call('GET', '/api/site');
    expect(publicSite.json()).toEqual(after.site);
    expect(publicSite.body).not.toMatch(/Text"|Who we are/u);
  });

  it('are the default again when the text is empty or shows nothing', async () => {
    await saved(0, { termsText: '<p>Ours</p>' });
    expect((await saved(1, { termsText: '<p>&nbsp;</p><h2> </h2>' })).termsText).toBe('');
    await saved(2, { termsText: '<p><img src="/api/logo/ab" alt=""></p>' });
    expect((await saved(3, { termsText: '' })).termsText).toBe('');
  });

  it('are logged with their words, and found in earlier revisions', async () => {
    await saved(0, { dmcaText: '<p>One</p>' });
    await saved(1, { dmcaText: '<p>Two</p>', title: 'Other' });
    expect((await readActivity(test.database)).entries.map(({ subject, after }) => [subject, after])).toEqual(
      expect.arrayContaining([['dmcaText', 'Two']]),
    );
    const listed = await call('GET', '/api/admin/revisions?setting=dmcaText');
    expect(revisionListSchema.parse(listed.json()).revisions.map(({ revision }) => revision)).toEqual([2, 1]);
    const past = pastSettingsSchema.parse((await call('GET', '/api/admin/revisions/1')).json());
    expect(past.dmcaText).toBe('<p>One</p>');
    const answer = await call('POST', '/api/admin/revisions/1/restore', {
      revision: 2,
      settings: ['dmcaText'],
    });
    expect(adminSettingsSchema.parse(answer.json())).toMatchObject({
      site: { title: 'Other', revision: 3 },
      dmcaText: '<p>One</p>',
    });
    expect(codeOf(await save(2, { dmcaText: '' }))[0]).toBe('conflict');
  });

  it('may each be as long as allowed, all in one save', async () => {
    const longest = `<p>${'線'.repeat(LEGAL_TEXT_CLEAN_MAX_BYTES / 3 - 3)}</p>`;
    await saved(
      0,
      byLegalText(() => longest),
    );
    for (const setting of LEGAL_TEXT_SETTINGS) {
      const long = 'x'.repeat(LEGAL_TEXT_CLEAN_MAX_BYTES + 1);
      expect(codeOf(await save(1, { [setting]: long }))[0]).toBe('body_too_large');
      const sent = 'x'.repeat(LEGAL_TEXT_MAX_CHARACTERS + 1);
      expect(codeOf(await save(1, { [setting]: sent }))[0]).toBe('body_too_large');
      expect(codeOf(await save(1, { [setting]: 7 }))[0]).toBe('body_invalid');
    }
  });

  it('keep their own last revisions', async () => {
    await saved(0, { copyrightText: '<p>First</p>' });
    for (let revision = 1; revision < REVISIONS_MAX + 3; revision += 1)
      await saved(revision, { title: `T${revision}` });
    const listed = await call('GET', '/api/admin/revisions?setting=copyrightText');
    expect(revisionListSchema.parse(listed.json()).revisions).toMatchObject([{ revision: 1 }]);
  });
});

describe('the panel’s calls', () => {
  beforeAll(open);
  afterAll(close);

  const callAll = (browser: AccountBrowser) =>
    Promise.all([
      call('GET', '/api/admin/settings', undefined, browser),
      call('PATCH', '/api/admin/settings', { revision: 0, change: { title: 'x' } }, browser),
      call('GET', '/api/admin/revisions', undefined, browser),
      call('GET', '/api/admin/revisions/0', undefined, browser),
      call('POST', '/api/admin/revisions/0/restore', { revision: 0, settings: ['title'] }, browser),
    ]);

  it('are for administrators', async () => {
    const waiting = openBrowser(test);
    await waiting.signUp('Wim');
    for (const answer of await callAll(openBrowser(test))) expect(codeOf(answer)[0]).toBe('signed_out');
    for (const answer of await callAll(waiting)) expect(codeOf(answer)[0]).toBe('account_waiting');
    expect(test.settings.current().revision).toBe(0);
  });
});
