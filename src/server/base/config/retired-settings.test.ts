import { expect, it } from 'vitest';
import { describeUnreadVariables, readConfig } from './read-config.ts';

const HOST = { PROVIDER_HOST: 'https://api.example', PROVIDER_API_KEY: 'k' };

it.each<[string, Record<string, string>, RegExp]>([
  [
    'a second and a third provider',
    {
      PROVIDER_2_HOST: 'https://two.example',
      PROVIDER_3_API_KEY_FILE: '/nowhere',
      PROVIDER_3_DEFINITION: '{',
    },
    /^PROVIDER_2_HOST, PROVIDER_3_API_KEY_FILE, PROVIDER_3_DEFINITION: there is one provider\. .*set PROVIDER_HOST/,
  ],
  [
    'a definition',
    { ...HOST, PROVIDER_DEFINITION_FILE: '/nowhere' },
    /^PROVIDER_DEFINITION_FILE: .*no provider is set up\. PROVIDER_PRESET can be download, autolink, tikwm/,
  ],
  [
    'a retired service',
    { PROVIDER_PRESET: 'hiker', PROVIDER_API_KEY_FILE: '/nowhere' },
    /^PROVIDER_PRESET: .*no provider is set up\. PROVIDER_PRESET can be download, autolink, tikwm/,
  ],
  [
    'retired engines',
    { ENGINES: 'native, provider-3,provider-2' },
    /^ENGINES: write provider instead of provider-2 and provider-3/,
  ],
  [
    'worker processes',
    { WEB_CONCURRENCY: '4' },
    /^WEB_CONCURRENCY: one process serves\. To use more cores, run several instances behind the proxy with DATABASE_URL/,
  ],
])('%s: the start goes on, with a line that says what to do', (_what, environment, line) => {
  const advice = describeUnreadVariables(environment);
  expect(advice).toEqual([expect.stringMatching(line)]);
  expect(readConfig(environment).provider).toBeNull();
});

it('reads the provider of today beside settings of further ones', () => {
  const environment = { ...HOST, PROVIDER_2_PRESET: 'tikwm', PROVIDER_2_DEFINITION: '' };
  expect(readConfig(environment).provider).toMatchObject({ service: 'download', apiKey: 'k' });
});

it('keeps the place of a retired engine in the order for the provider', () => {
  expect(readConfig({ ENGINES: 'native, provider-3,provider-2' }).engines).toEqual(['native', 'provider']);
  expect(readConfig({ ENGINES: 'provider-2' }).engines).toEqual(['provider']);
});

it('still stops the start for what never existed', () => {
  expect(() => readConfig({ ENGINES: 'native,provider-4' })).toThrow('ENGINES may only name');
  expect(() => readConfig({ ...HOST, PROVIDER_PRESET: 'other' })).toThrow('PROVIDER_PRESET must be one of');
  expect(describeUnreadVariables(HOST)).toEqual([]);
});
