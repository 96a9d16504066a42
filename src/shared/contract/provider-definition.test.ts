// The words of the messages come from the full library, which the server loads.
import 'zod';
import { describe, expect, it } from 'vitest';
import { DEFINITION_MAX_CHARACTERS, parseProviderDefinition } from './provider-definition.ts';

const request = { method: 'GET', path: '/v1/{code}', query: { link: '{url}' } };
const answer = { form: 'items', items: [{ each: 'images[*]', photo: [{ url: '@' }] }] };
const definition = {
  name: 'Mine',
  key: 'optional',
  headers: { 'x-key': '{key}' },
  fileHosts: ['files.example.com'],
  ownFiles: false,
  platforms: { tiktok: { request, answer } },
};
const parse = (given: object) => parseProviderDefinition(JSON.stringify({ ...definition, ...given }));
const withRequest = (given: object) =>
  parse({ platforms: { tiktok: { request: { ...request, ...given }, answer } } });
const withItem = (item: object) =>
  parse({ platforms: { tiktok: { request, answer: { form: 'items', items: [item] } } } });

describe('parseProviderDefinition', () => {
  it('accepts a definition', () => {
    expect(parse({})).toEqual({ ok: true, definition });
  });

  it.each<[string, object, string]>([
    ['a misspelled key', { fileHost: [] }, ''],
    ['no platform', { platforms: {} }, 'platforms'],
    ['an unknown platform', { platforms: { ...definition.platforms, clips: {} } }, 'platforms'],
    ['a key in lower case only', { headers: { 'X-Key': '{key}' } }, 'headers.X-Key'],
    ['a reserved header', { headers: { cookie: 'a=1' } }, 'headers.cookie'],
    ['the header of the host', { headers: { host: 'elsewhere.example' } }, 'headers.host'],
    ['a header on two lines', { headers: { 'x-key': 'a\r\nx-other: b' } }, 'headers.x-key'],
    ['the link in a header', { headers: { 'x-key': '{url}' } }, 'headers.x-key'],
    ['a single label', { fileHosts: ['localhost'] }, 'fileHosts.0'],
    ['a top-level domain', { fileHosts: ['com'] }, 'fileHosts.0'],
    ['a shared suffix', { fileHosts: ['co.uk'] }, 'fileHosts.0'],
    ['an address literal', { fileHosts: ['10.0.0.1'] }, 'fileHosts.0'],
    ['a wildcard', { fileHosts: ['*.example.com'] }, 'fileHosts.0'],
  ])('refuses %s', (_what, given, path) => {
    expect(parse(given)).toMatchObject({ ok: false, path });
  });

  it.each<[string, object, string]>([
    ['a path without a slash', { path: 'v1/{code}' }, 'platforms.tiktok.request.path'],
    ['a second host', { path: '//elsewhere.example/{code}' }, 'platforms.tiktok.request.path'],
    ['a way upwards', { path: '/v1/../{code}' }, 'platforms.tiktok.request.path'],
    ['a query in the path', { path: '/v1?x={code}' }, 'platforms.tiktok.request.path'],
    ['the key in the path', { path: '/v1/{key}/{code}' }, 'platforms.tiktok.request.path'],
    ['the key in the query', { query: { url: '{url}', key: '{key}' } }, 'platforms.tiktok.request.query.key'],
    ['a body of GET', { form: { url: '{url}' } }, 'platforms.tiktok.request.method'],
    [
      'two bodies',
      { method: 'POST', form: { url: '{url}' }, json: { url: '{url}' } },
      'platforms.tiktok.request.json',
    ],
    ['no post', { path: '/v1', query: {} }, 'platforms.tiktok.request.path'],
    ['another method', { method: 'PUT' }, 'platforms.tiktok.request.method'],
  ])('refuses a request with %s', (_what, given, path) => {
    expect(withRequest(given)).toMatchObject({ ok: false, path });
  });

  it.each(['a..b', 'a[x]', 'a b', '', '$$', 'a[', 'a[*', '(a+)+', 'a.b.', '../a'])(
    'refuses the path %j',
    (each) => {
      expect(withItem({ each, photo: [{ url: '@' }] })).toMatchObject({
        ok: false,
        path: 'platforms.tiktok.answer.items.0.each',
      });
    },
  );

  it('refuses what is too long, and what is not JSON', () => {
    expect(parseProviderDefinition(`"${'x'.repeat(DEFINITION_MAX_CHARACTERS)}"`).ok).toBe(false);
    expect(parseProviderDefinition('{"name":')).toEqual({ ok: false, path: '', problem: 'is not JSON' });
    expect(parseProviderDefinition('[]').ok).toBe(false);
  });

  it('checks a hostile path in linear time', () => {
    const start = performance.now();
    withItem({ each: `${'a'.repeat(499)}!`, photo: [{ url: '@' }] });
    withRequest({ path: `${'/a'.repeat(249)}!` });
    expect(performance.now() - start).toBeLessThan(200);
  });

  it.each<[string, object, string, string]>([
    ['a key of a record', { headers: { cookie: 'a=1' } }, 'headers.cookie', 'is a header that cannot be set'],
    [
      'a choice of forms',
      { platforms: { tiktok: { request, answer: { ...answer, post: '..' } } } },
      'platforms.tiktok.answer.post',
      'must be a path',
    ],
    [
      'a path or several',
      { platforms: { tiktok: { request, answer: { ...answer, id: '..' } } } },
      'platforms.tiktok.answer.id',
      'must be a path',
    ],
  ])('says what is wrong with %s', (_what, given, path, problem) => {
    expect(parse(given)).toMatchObject({ ok: false, path, problem: expect.stringContaining(problem) });
  });
});
