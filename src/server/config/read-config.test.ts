import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
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

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      publicUrlGiven: false,
      dataDir: './data',
      secret: null,
      databaseUrl: null,
      setupCode: null,
      signUp: 'approval',
      authDetail: 'exact',
      allowance: {
        previewsPerMinute: 20,
        previewsPerHour: 200,
        previewsAtOnce: 5,
        streamsAtOnce: 8,
        connectionsAtOnce: 256,
      },
      drainSeconds: 120,
      hstsSubdomains: false,
      trustProxy: [],
      engines: ['provider', 'native', 'yt-dlp', 'cobalt', 'sample'],
      provider: null,
      ytDlp: null,
      cobalt: null,
      mediaHosts: [],
      outboundProxy: null,
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
      COBALT_URL: 'http://10.0.0.7:9000/',
      COBALT_API_KEY: 'def',
      MEDIA_HOSTS: 'cdn.example.com, Media.Example.org',
      UPSTREAM_ROUTES: 'www.tiktok.com=http://127.0.0.1:9101,*.cdninstagram.com=http://127.0.0.1:9102/',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      DATABASE_URL: 'postgresql://ann@db.example/site',
      SETUP_CODE: 'twelve chars',
      SIGNUP: 'closed',
      AUTH_DETAIL: 'uniform',
    });
    expect(config).toMatchObject({
      databaseUrl: 'postgresql://ann@db.example/site',
      setupCode: 'twelve chars',
      signUp: 'closed',
      authDetail: 'uniform',
    });
    expect(config.publicUrl).toBe('https://save.example');
    expect(config.engines).toEqual(['native', 'sample']);
    expect(config.provider).toEqual({ host: 'https://api.example/v1', apiKey: 'abc' });
    expect(config.cobalt).toEqual({ url: 'http://10.0.0.7:9000', apiKey: 'def' });
    expect(readConfig({ COBALT_URL: 'https://c.example' }).cobalt?.apiKey).toBeNull();
    expect(config.mediaHosts).toEqual(['cdn.example.com', 'media.example.org']);
    expect(config.upstreamRoutes).toEqual([
      { host: 'www.tiktok.com', origin: 'http://127.0.0.1:9101' },
      { host: '*.cdninstagram.com', origin: 'http://127.0.0.1:9102' },
    ]);
    expect(config.trustProxy).toEqual(['10.0.0.0/8', '::1']);
  });

  it('takes the program it is told of, else the first on the path that may be run', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'savelet-path-'));
    const at = (name: string) => path.join(folder, name);
    for (const name of ['not-to-be-run', 'first', 'second']) mkdirSync(at(name));
    for (const name of ['first', 'second']) writeFileSync(at(`${name}/yt-dlp`), '', { mode: 0o755 });
    writeFileSync(at('not-to-be-run/yt-dlp'), '', { mode: 0o644 });
    const searchPath = ['.', 'first', at('missing'), at('not-to-be-run'), at('first'), at('second')].join(
      path.delimiter,
    );
    expect(readConfig({ PATH: searchPath }).ytDlp).toEqual({ program: at('first/yt-dlp'), searchPath });
    const told = { YTDLP_PATH: at('second/yt-dlp'), PATH: searchPath };
    expect(readConfig(told).ytDlp).toEqual({ program: at('second/yt-dlp'), searchPath });
    expect(readConfig({ PATH: at('missing') }).ytDlp).toBeNull();
    for (const wrong of ['not-to-be-run/yt-dlp', 'missing', 'first'])
      expect(mistakesOf({ YTDLP_PATH: at(wrong), PATH: searchPath })).toEqual([
        'YTDLP_PATH must be a program that may be run',
      ]);
    rmSync(folder, { recursive: true });
  });

  it('refuses an instance’s address with a query, and a key without an instance', () => {
    expect(mistakesOf({ COBALT_URL: 'https://c.example/?key=1' })).toHaveLength(1);
    expect(mistakesOf({ COBALT_URL: 'ftp://c.example' })).toHaveLength(1);
    expect(mistakesOf({ COBALT_API_KEY: 'def' })).toEqual([
      'COBALT_URL is missing while COBALT_API_KEY is set',
    ]);
  });

  it('takes a provider that wants no key', () => {
    expect(readConfig({ PROVIDER_HOST: 'https://api.example' }).provider).toEqual({
      host: 'https://api.example',
      apiKey: null,
    });
  });

  it('counts an empty variable as unset', () => {
    expect(readConfig({ PORT: '', SECRET: '  ' }).port).toBe(3000);
  });

  it('names all mistakes at once and repeats no value', () => {
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
});
