import { describe, expect, it } from 'vitest';
import { describeUnreadVariables, readConfig } from './read-config.ts';

describe('describeUnreadVariables', () => {
  it.each([
    ['PREVIEW_PER_MINUTE', 'PREVIEWS_PER_MINUTE'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['TRUTS_PROXY', 'TRUST_PROXY'],
    ['ENGINE', 'ENGINES'],
  ])('suggests the right name for %s', (name, meant) => {
    expect(describeUnreadVariables({ [name]: 'x' })).toEqual([`${name} is not read: did you mean ${meant}?`]);
    expect(() => readConfig({ [name]: 'x' })).not.toThrow();
  });

  it('reports a file for a variable that is not a secret', () => {
    expect(describeUnreadVariables({ LOG_LEVEL_FILE: '/x' })).toEqual([
      'LOG_LEVEL_FILE is not read: only secrets can be read from a file',
    ]);
  });

  it('ignores variables of other programs', () => {
    const others = [
      'HOSTNAME',
      'HOSTS',
      'PORTS',
      'POST',
      'POSTGRES_HOST',
      'PATH',
      'HOME',
      'LANG',
      'SHELL',
      'NODE_ENV',
    ];
    const more = [
      'SECRET_KEY',
      'http_proxy',
      'npm_config_registry',
      'KUBERNETES_PORT',
      'DATABASE_HOST',
      'CHROMIUM_PATH',
    ];
    const environment = Object.fromEntries([...others, ...more].map((name) => [name, 'x']));
    expect(describeUnreadVariables(environment)).toEqual([]);
    expect(() => readConfig(environment)).not.toThrow();
  });
});
