import { describe, expect, it } from 'vitest';
import { mediaHosts, sharePageHosts } from './server-platforms.ts';

describe('platform hosts', () => {
  it('allows media from delivery networks and the video edge hosts of TikTok', () => {
    const hosts = mediaHosts(['cdn.example.net']);
    for (const host of [
      'scontent.cdninstagram.com',
      'instagram.fxyz1-1.fna.fbcdn.net',
      'v16-webapp-prime.us.tiktok.com',
      'v16-webapp.tiktok.com',
      'v19-webapp-prime.tiktok.com',
      'p16-common-sign.tiktokcdn-us.com',
      'eu.cdn.example.net',
    ])
      expect(hosts.allows(host), host).toBe(true);
    for (const host of [
      'www.tiktok.com',
      'tiktok.com',
      'us.tiktok.com',
      'm.tiktok.com',
      'webapp.tiktok.com',
      'v16-webapp.evil.example.tiktok.com',
      'v16-webapp.tiktok.com.evil.test',
      'www.instagram.com',
      'xfbcdn.net',
    ])
      expect(hosts.allows(host), host).toBe(false);
  });

  it('allows share links to redirect through page hosts only', () => {
    expect(sharePageHosts.allows('vm.tiktok.com')).toBe(true);
    expect(sharePageHosts.allows('www.instagram.com')).toBe(true);
    expect(sharePageHosts.allows('l.instagram.com')).toBe(false);
  });
});
