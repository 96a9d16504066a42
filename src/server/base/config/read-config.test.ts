import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './read-config.ts';

const mistakesOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
};

const PROXY_FORM =
  'OUTBOUND_PROXY must be an address like socks5://name:password@host:1080, with http, https, socks5, socks5h';
const PROXY_HALF = 'OUTBOUND_PROXY needs both a user name and a password, or neither';

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      basePath: '',
      isPublicUrlGiven: false,
      dataDir: './data',
      searchPath: '',
      secret: null,
      previousSecret: null,
      databaseUrl: null,
      setupCode: null,
      signUp: 'approval',
      isSignUpGiven: false,
      authDetail: 'exact',
      allowance: {
        previewsPerMinute: 20,
        previewsPerHour: 200,
        maxConcurrentPreviews: 5,
        maxConcurrentStreams: 8,
        maxConnections: 256,
      },
      delivery: 'tunnel',
      drainSeconds: 120,
      hstsCoversSubdomains: false,
      trustProxy: [],
      engines: ['provider', 'native', 'yt-dlp', 'cobalt', 'sample'],
      areEnginesGiven: false,
      provider: null,
      ytDlp: null,
      ytDlpUpdates: { releases: 'https://github.com', searchPath: '' },
      cobalt: null,
      mediaHosts: [],
      outboundProxy: null,
      outboundProxyMode: 'always',
      outboundProxyPerHour: 1_000,
      mediaProxy: null,
      metricsToken: null,
      updateUrl: null,
      upstreamRoutes: [],
      logLevel: 'info',
      contactEmail: null,
    });
  });

  it('reads every variable', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PORT: '8080',
      PUBLIC_URL: 'https://save.example/',
      ENGINES: 'native, sample',
      PROVIDER_HOST: 'https://api.example/v1/',
      PROVIDER_API_KEY: 'abc',
      PROVIDER_PRESET: 'autolink',
      COBALT_URL: 'http://10.0.0.7:9000/',
      COBALT_API_KEY: 'def',
      MEDIA_HOSTS: 'cdn.example.com, Media.Example.org',
      UPSTREAM_ROUTES: 'www.tiktok.com=http://127.0.0.1:9101,*.cdninstagram.com=http://127.0.0.1:9102/',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      DATABASE_URL: 'postgresql://ann@db.example/site',
      SETUP_CODE: 'twelve chars',
      SIGNUP: 'closed',
      AUTH_DETAIL: 'uniform',
      HSTS_SUBDOMAINS: '1',
      OUTBOUND_PROXY: 'socks5h://ann:pass%40word@10.0.0.5',
      OUTBOUND_PROXY_MODE: 'fallback',
      OUTBOUND_PROXY_PER_HOUR: '2500',
      MEDIA_PROXY: 'http://[fd00::5]:3128',
    });
    expect(config).toMatchObject({
      databaseUrl: 'postgresql://ann@db.example/site',
      setupCode: 'twelve chars',
      signUp: 'closed',
      isSignUpGiven: true,
      areEnginesGiven: true,
      authDetail: 'uniform',
      hstsCoversSubdomains: true,
      outboundProxy: 'socks5h://ann:pass%40word@10.0.0.5',
      outboundProxyMode: 'fallback',
      outboundProxyPerHour: 2_500,
      mediaProxy: 'http://[fd00::5]:3128',
    });
    expect(config.publicUrl).toBe('https://save.example');
    expect(config.engines).toEqual(['native', 'sample']);
    expect(config.provider).toEqual({ service: 'autolink', host: 'https://api.example/v1', apiKey: 'abc' });
    expect(config.cobalt).toEqual({ url: 'http://10.0.0.7:9000', apiKey: 'def' });
    expect(readConfig({ COBALT_URL: 'https://c.example' }).cobalt?.apiKey).toBeNull();
    expect(config.mediaHosts).toEqual(['cdn.example.com', 'media.example.org']);
    expect(config.upstreamRoutes).toEqual([
      { host: 'www.tiktok.com', origin: 'http://127.0.0.1:9101' },
      { host: '*.cdninstagram.com', origin: 'http://127.0.0.1:9102' },
    ]);
    expect(config.trustProxy).toEqual(['10.0.0.0/8', '::1']);
  });

  it('keeps the path of PUBLIC_URL, without a slash or an empty query at its end', () => {
    for (const end of ['', '/', '?', '/#'])
      expect(readConfig({ PUBLIC_URL: `https://save.example/savelet${end}` })).toMatchObject({
        publicUrl: 'https://save.example/savelet',
        basePath: '/savelet',
      });
  });

  it('listens on one address for localhost', () => {
    expect(readConfig({ HOST: 'localhost' }).host).toBe('127.0.0.1');
    expect(readConfig({ HOST: '::1' }).host).toBe('::1');
  });

  it('uses YTDLP_PATH, else the first executable program on the PATH', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'savelet-path-'));
    const at = (name: string) => path.join(folder, name);
    for (const name of ['not-to-be-run', 'first', 'second']) mkdirSync(at(name));
    for (const name of ['first', 'second']) writeFileSync(at(`${name}/yt-dlp`), '', { mode: 0o755 });
    writeFileSync(at('not-to-be-run/yt-dlp'), '', { mode: 0o644 });
    const searchPath = ['.', 'first', at('missing'), at('not-to-be-run'), at('first'), at('second')].join(
      path.delimiter,
    );
    expect(readConfig({ PATH: searchPath }).ytDlp).toEqual({ program: at('first/yt-dlp'), searchPath });
    const explicit = { YTDLP_PATH: at('second/yt-dlp'), PATH: searchPath };
    expect(readConfig(explicit).ytDlp).toEqual({ program: at('second/yt-dlp'), searchPath });
    expect(readConfig({ PATH: at('missing') }).ytDlp).toBeNull();
    for (const wrong of ['not-to-be-run/yt-dlp', 'missing', 'first'])
      expect(mistakesOf({ YTDLP_PATH: at(wrong), PATH: searchPath })).toEqual([
        'YTDLP_PATH must be a program that may be run',
      ]);
    expect([readConfig({}).ytDlpUpdates, readConfig(explicit).ytDlpUpdates]).toEqual([
      { releases: 'https://github.com', searchPath: '' },
      null,
    ]);
    rmSync(folder, { recursive: true });
  });

  it('takes releases of yt-dlp from a public https address only', () => {
    const config = readConfig({ YTDLP_RELEASES: 'https://mirror.example/github/', PATH: '/bin' });
    expect(config.ytDlpUpdates).toEqual({ releases: 'https://mirror.example/github', searchPath: '/bin' });
    for (const wrong of [
      'http://mirror.example',
      'https://mirror.example:8443',
      'https://me@mirror.example',
      'https://mirror.example/?a=b',
      'mirror.example',
    ])
      expect(mistakesOf({ YTDLP_RELEASES: wrong })).toEqual([
        'YTDLP_RELEASES must be an https address without a user, a port or a query',
      ]);
  });

  it('rejects a cobalt address with a query, and a cobalt key without an address', () => {
    expect(mistakesOf({ COBALT_URL: 'https://c.example/?key=1' })).toHaveLength(1);
    expect(mistakesOf({ COBALT_URL: 'ftp://c.example' })).toHaveLength(1);
    expect(mistakesOf({ COBALT_API_KEY: 'def' })).toEqual([
      'COBALT_URL is missing while COBALT_API_KEY is set',
    ]);
  });

  it('accepts a provider without a key, and a service at its own address', () => {
    const read = (given: Record<string, string>) => readConfig(given).provider;
    expect(read({ PROVIDER_HOST: 'https://api.example' })).toEqual({
      service: 'download',
      host: 'https://api.example',
      apiKey: null,
    });
    expect(read({ PROVIDER_PRESET: 'tikwm', PROVIDER_API_KEY: 'k' })).toEqual({
      service: 'tikwm',
      host: 'https://www.tikwm.com',
      apiKey: 'k',
    });
    expect(read({ PROVIDER_PRESET: 'download' })).toBeNull();
    expect(mistakesOf({ PROVIDER_PRESET: 'autolink' })).toEqual([
      'PROVIDER_HOST is missing while PROVIDER_PRESET is set',
    ]);
  });

  it('counts an empty variable as unset', () => {
    expect(readConfig({ PORT: '', SECRET: '  ' }).port).toBe(3000);
  });

  it('lists all mistakes and repeats no value', () => {
    const mistakes = mistakesOf({
      PORT: 'seven',
      PUBLIC_URL: 'ftp://x',
      ENGINES: 'native,magic',
      SECRET: 'short',
      UPSTREAM_ROUTES: 'nonsense',
      MEDIA_HOSTS: '*',
      PROVIDER_API_KEY: 'without-its-place',
      COBALT_API_KEY: 'without-its-place',
      CONTACT_EMAIL: 'nobody',
      DATABASE_URL: 'file:///tmp/here.db',
      SETUP_CODE: 'eleven char',
      SIGNUP: 'sometimes',
      AUTH_DETAIL: 'vague',
    });
    const variables = mistakes.map((mistake) => mistake.split(' ')[0]);
    expect(new Set(variables)).toEqual(
      new Set([
        'PORT',
        'PUBLIC_URL',
        'ENGINES',
        'SECRET',
        'UPSTREAM_ROUTES',
        'MEDIA_HOSTS',
        'PROVIDER_HOST',
        'COBALT_URL',
        'CONTACT_EMAIL',
        'DATABASE_URL',
        'SETUP_CODE',
        'SIGNUP',
        'AUTH_DETAIL',
      ]),
    );
    expect(mistakes.join(' ')).not.toMatch(
      /seven|magic|short|nonsense|nobody|ftp:\/\/x|here|eleven|sometimes|vague|its-place/,
    );
  });

  it.each([
    [{ PORT: '70000' }, 'PORT must be at most 65535'],
    [
      { DATABASE_URL: 'postgres://db.example/site?sslmode=on' },
      'DATABASE_URL has an unknown sslmode. Write sslmode=disable, require (encrypts), verify-ca or verify-full (encrypts and verifies the server)',
    ],
    [
      { DATABASE_URL: 'postgres://db.example/site?sslmode=verify-ca' },
      'DATABASE_URL has sslmode=verify-ca without an authority. Add sslrootcert=/path/to/authority.pem, or write sslmode=verify-full',
    ],
    [{ PORT: 'web' }, 'PORT must be a number'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
    [{ ENGINES: ',' }, 'ENGINES must name at least one engine'],
    [{ PUBLIC_URL: 'save.example.org' }, 'PUBLIC_URL must be an http or https address'],
    [{ PUBLIC_URL: 'https://ann@save.example.org' }, 'PUBLIC_URL must be an http or https address'],
    [{ PUBLIC_URL: 'https://:word@save.example.org' }, 'PUBLIC_URL must be an http or https address'],
    [
      { PUBLIC_URL: 'https://save.example.org/my tools' },
      'PUBLIC_URL may have only letters, digits and . _ ~ - in its path',
    ],
    [
      { PUBLIC_URL: 'https://save.example.org//tools' },
      'PUBLIC_URL may have only letters, digits and . _ ~ - in its path',
    ],
    [{ PUBLIC_URL: 'https://save.example.org/tools?a=1' }, 'PUBLIC_URL must have no query'],
    [
      { TRUST_PROXY: '10.0.0.0/33' },
      'TRUST_PROXY must be private, or a list of addresses or CIDR ranges like 10.0.0.0/8',
    ],
    [
      { TRUST_PROXY: '10.0.0.300' },
      'TRUST_PROXY must be private, or a list of addresses or CIDR ranges like 10.0.0.0/8',
    ],
    [
      { TRUST_PROXY: 'proxy' },
      'TRUST_PROXY must be private, or a list of addresses or CIDR ranges like 10.0.0.0/8',
    ],
    [{ TRUST_PROXY: '10.0.0.0/8, ::/0' }, 'TRUST_PROXY must not name a range of all addresses (/0)'],
    [
      { UPSTREAM_ROUTES: 'www.tiktok.com=http://127.0.0.1:9101/tiktok' },
      'UPSTREAM_ROUTES must name origins, without a path or query',
    ],
    [
      { UPSTREAM_ROUTES: 'www.tiktok.com' },
      'UPSTREAM_ROUTES must be a list like www.tiktok.com=http://127.0.0.1:9101',
    ],
    [{ OUTBOUND_PROXY: '10.0.0.5:3128' }, PROXY_FORM],
    [{ OUTBOUND_PROXY: 'socks4://10.0.0.5:1080' }, PROXY_FORM],
    [{ OUTBOUND_PROXY: 'socks5:///' }, PROXY_FORM],
    [{ OUTBOUND_PROXY: 'ftp://10.0.0.5' }, PROXY_FORM],
    [{ OUTBOUND_PROXY: 'socks5://' }, PROXY_FORM],
    [{ OUTBOUND_PROXY: 'http://10.0.0.5/path' }, 'OUTBOUND_PROXY must have no path or query'],
    [{ MEDIA_PROXY: 'socks5h://10.0.0.5:1080/?a=b' }, 'MEDIA_PROXY must have no path or query'],
    [
      { OUTBOUND_PROXY: 'http://ann:100%@10.0.0.5' },
      'OUTBOUND_PROXY has a % in the user name or password that must be written as %25',
    ],
    [
      { OUTBOUND_PROXY: 'https://a%3Ab:secret@10.0.0.5' },
      'OUTBOUND_PROXY has a user name with a colon, which http cannot transmit',
    ],
    [{ OUTBOUND_PROXY: 'socks5://ann@10.0.0.5' }, PROXY_HALF],
    [{ OUTBOUND_PROXY: 'socks5://:secret@10.0.0.5' }, PROXY_HALF],
    [
      { MEDIA_PROXY: `socks5://ann:${'x'.repeat(256)}@10.0.0.5` },
      'MEDIA_PROXY has a user name or password of more than 255 bytes, which SOCKS cannot transmit',
    ],
    [{ OUTBOUND_PROXY_MODE: 'never' }, 'OUTBOUND_PROXY_MODE must be one of always, fallback'],
    [{ OUTBOUND_PROXY_MODE: 'fallback' }, 'OUTBOUND_PROXY is missing while OUTBOUND_PROXY_MODE is fallback'],
    [{ OUTBOUND_PROXY_PER_HOUR: '0' }, 'OUTBOUND_PROXY_PER_HOUR must be at least 1'],
    [{ DELIVERY: 'post' }, 'DELIVERY must be one of tunnel, direct'],
    [
      { REDIS_URL: 'redis://db' },
      'REDIS_URL is not supported yet: each process keeps its own limits and caches; unset it',
    ],
    [{ METRICS_TOKEN: 'abc' }, 'METRICS_TOKEN must have at least 16 characters, all printable and no spaces'],
    [{ LOGLEVEL: 'debug' }, 'LOGLEVEL: did you mean LOG_LEVEL?'],
    [{ public_url: 'https://a.example' }, 'public_url: did you mean PUBLIC_URL?'],
    [{ SECRETFILE: '/run/secret' }, 'SECRETFILE: did you mean SECRET_FILE?'],
    [{ REDISURL: 'redis://db' }, 'REDISURL: did you mean REDIS_URL?'],
  ])('rejects %j with one message', (environment, sentence) => {
    expect(mistakesOf(environment)).toEqual([sentence]);
  });

  it('streams files through the server unless told otherwise', () => {
    expect(readConfig({}).delivery).toBe('tunnel');
    expect(readConfig({ DELIVERY: 'direct' }).delivery).toBe('direct');
  });

  it('accepts the default values of unsupported variables, and an empty misspelled variable', () => {
    const environment = {
      LOGLEVEL: '',
    };
    expect(mistakesOf(environment)).toEqual([]);
  });

  it.each(['10.0.0.0/8', '::1', 'fd00::/8', '::ffff:10.0.0.0/104', '192.168.1.7'])(
    'accepts the proxy range %s',
    async (range) => {
      const { trustProxy } = readConfig({ TRUST_PROXY: range });
      // The framework must accept every accepted range, or the start would end with its stack trace.
      await fastify({ trustProxy: [...trustProxy] }).close();
      expect(trustProxy).toEqual([range]);
    },
  );

  it('trusts proxies at all private addresses with one word', async () => {
    const { trustProxy } = readConfig({ TRUST_PROXY: 'private, 198.51.100.7' });
    const app = fastify({ trustProxy: [...trustProxy] });
    app.get('/', async ({ ip }) => ip);
    const visitor = '203.0.113.9';
    const isTrusted = async (remoteAddress: string) =>
      (await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': visitor } })).body ===
      visitor;
    const near =
      '127.0.0.1 ::1 10.1.2.3 172.31.0.9 ::ffff:192.168.1.7 169.254.1.1 fe80::1 fd12::3 198.51.100.7';
    for (const address of near.split(' '))
      expect([address, await isTrusted(address)]).toEqual([address, true]);
    const far = '172.32.0.1 192.169.0.1 100.64.0.1 2001:db8::1 11.0.0.1 198.51.100.8';
    for (const address of far.split(' '))
      expect([address, await isTrusted(address)]).toEqual([address, false]);
    await app.close();
  });

  describe('with secret files', () => {
    let folder = '';
    const at = (name: string) => path.join(folder, name);
    beforeAll(() => {
      folder = mkdtempSync(path.join(os.tmpdir(), 'savelet-secrets-'));
      writeFileSync(at('secret'), '  a secret from a file\n');
      writeFileSync(at('token'), 'an-invented-token\n');
      writeFileSync(at('empty'), '\n');
      writeFileSync(at('short'), 'short');
      writeFileSync(at('large'), 'x'.repeat(70_000));
      mkdirSync(at('folder'));
      if (process.platform !== 'win32') execFileSync('mkfifo', [at('fifo')]);
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it('reads secrets and trims them', () => {
      expect(readConfig({ SECRET_FILE: at('secret') }).secret).toBe('a secret from a file');
      expect(readConfig({ SETUP_CODE_FILE: at('secret') }).setupCode).toBe('a secret from a file');
      expect(readConfig({ METRICS_TOKEN_FILE: at('token') }).metricsToken).toBe('an-invented-token');
    });

    it.each([
      ['missing', 'SECRET_FILE names a file that does not exist'],
      ['empty', 'SECRET_FILE names a file that is empty'],
      ['large', 'SECRET_FILE names a file that is too large'],
      ['folder', 'SECRET_FILE must name a regular file'],
      ['fifo', 'SECRET_FILE must name a regular file'],
      ['short', 'SECRET must have at least 16 characters'],
    ])('rejects a file that is %s without revealing its path or content', (name, sentence) => {
      expect(mistakesOf({ SECRET_FILE: at(name) })).toEqual([sentence]);
    });

    it('rejects a secret that is set twice', () => {
      expect(mistakesOf({ SECRET: 'given directly, long enough', SECRET_FILE: at('secret') })).toEqual([
        'SECRET and SECRET_FILE are both set: keep one of them',
      ]);
    });
  });
});
