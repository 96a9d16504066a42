import { describe, expect, it } from 'vitest';
import { baseHeaders, pagePolicy } from './security-headers.ts';

const assets = {
  themeScript: { src: '/assets/theme.js', integrity: 'sha384-theme' },
  scripts: [{ src: '/assets/public.js', integrity: 'sha384-public' }],
  inlineStyle: null,
  styles: [],
  fonts: [],
};
const plain = { publicUrl: 'http://127.0.0.1:3000', hstsCoversSubdomains: false };
const secure = { publicUrl: 'https://savelet.example', hstsCoversSubdomains: false };

describe('security headers', () => {
  it('allows only scripts of this site, and the one in the page by hash', () => {
    const policy = pagePolicy(plain, assets);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self' 'sha384-theme'(?:;|$)/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|nonce|\*|https?:/);
  });

  it('allows the text of the build that is in the page, by hash', () => {
    const inline = (hash: string) => ({ text: 'a{}', hash });
    const policy = pagePolicy(plain, {
      ...assets,
      themeScript: inline('sha384-text'),
      inlineStyle: inline('sha384-style'),
    });
    expect(policy).toContain("script-src 'self' 'sha384-text';");
    expect(policy).toContain("style-src 'self' 'sha384-style';");
    expect(policy).not.toMatch(/unsafe|nonce/);
  });

  it('restricts the creation of markup and scripts to two trusted-types policies', () => {
    const policy = pagePolicy(plain, assets);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toMatch(/trusted-types site-content built-files(?:;|$)/);
    expect(policy).not.toContain('allow-duplicates');
  });

  it('requires HTTPS only when the site uses it', () => {
    expect(pagePolicy(plain, assets)).not.toContain('upgrade-insecure-requests');
    expect(pagePolicy(secure, assets)).toContain('upgrade-insecure-requests');
    expect(baseHeaders(plain)).not.toHaveProperty('strict-transport-security');
    expect(baseHeaders(secure)['strict-transport-security']).toBe('max-age=63072000');
  });

  it('includes subdomains only when the owner enables that', () => {
    const covered = baseHeaders({ ...secure, hstsCoversSubdomains: true });
    expect(covered['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    expect(baseHeaders({ ...plain, hstsCoversSubdomains: true })).not.toHaveProperty(
      'strict-transport-security',
    );
  });
});
