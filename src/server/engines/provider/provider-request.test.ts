import { describe, expect, it } from 'vitest';
import type { RequestDefinition } from '#shared/contract/provider-definition.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { PROVIDER_PRESETS } from './provider-presets.ts';
import { providerRequest, takesLinks } from './provider-request.ts';

const HOSTILE = 'https://www.tiktok.com/@a/video/1?x=1&key={key}#/../\r\nx: y';
const link: ParsedLink = {
  platform: 'tiktok',
  kind: 'video',
  id: '{key}/../1',
  username: null,
  url: HOSTILE,
  itemIndex: null,
  contentType: 'video',
  label: 'a post',
};
const service = {
  host: 'https://api.example/base/',
  apiKey: 'secret',
  isFromEnvironment: false,
  definition: {
    ...PROVIDER_PRESETS.download,
    headers: { 'x-key': '{key}', 'x-host': '{host}', 'x-app': 'a' },
  },
};
const build = (request: Omit<RequestDefinition, 'method'> & { method?: 'GET' | 'POST' }, given = {}) =>
  providerRequest({ ...service, ...given }, { method: 'GET', ...request }, link);

describe('providerRequest', () => {
  it('encodes a hostile link in the path and in the query, and never puts the key there', () => {
    const { url } = build({ path: '/v1/{id}', query: { link: '{url}', hd: 1 } });
    const parsed = new URL(url);
    expect(parsed.origin).toBe('https://api.example');
    expect(parsed.pathname).toBe('/base/v1/%7Bkey%7D%2F..%2F1');
    expect([...parsed.searchParams]).toEqual([
      ['link', HOSTILE],
      ['hd', '1'],
    ]);
    expect(url).not.toContain('secret');
  });

  it('encodes it in a form and in JSON', () => {
    const form = build({ method: 'POST', path: '/d', form: { url: '{url}' } });
    expect([...new URLSearchParams(form.body)]).toEqual([['url', HOSTILE]]);
    expect(form.headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded' });
    const json = build({ method: 'POST', path: '/d', json: { url: '{url}', hd: true } });
    expect(JSON.parse(json.body ?? '')).toEqual({ url: HOSTILE, hd: true });
    expect(json.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  it('sends headers with a key or the host only together with a key', () => {
    expect(build({ path: '/{id}' }).headers).toEqual({
      accept: 'application/json',
      'x-key': 'secret',
      'x-host': 'api.example',
      'x-app': 'a',
    });
    expect(build({ path: '/{id}' }, { apiKey: null }).headers).toEqual({
      accept: 'application/json',
      'x-app': 'a',
    });
  });
});

describe('takesLinks', () => {
  it('is true for a service that is asked by the link', () => {
    expect(takesLinks({ method: 'GET', path: '/{code}' })).toBe(false);
    expect(takesLinks({ method: 'GET', path: '/x', query: { u: '{url}' } })).toBe(true);
  });
});
