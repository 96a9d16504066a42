import { describe, expect, it } from 'vitest';
import { baseHeaders, pagePolicy } from './security-headers.ts';

const assets = {
  themeScript: { src: '/assets/theme.js', integrity: 'sha384-theme' },
  scripts: [{ src: '/assets/public.js', integrity: 'sha384-public' }],
  inlineStyle: null,
  styles: [],
  fonts: [],
};
const plain = { publicUrl: 'http://127.0.0.1:3000', hstsSubdomains: false };
const secure = { publicUrl: 'https://savelet.example', hstsSubdomains: false };

describe('security headers', () => {
  it('allows only the built scripts, by hash', () => {
    const policy = pagePolicy(plain, assets);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'strict-dynamic' 'sha384-theme' 'sha384-public'(?:;|$)/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|nonce|\*|https?:/);
  });

  it('allows the text of the build that is in the page, by hash', () => {
    const inline = (hash: string) => ({ text: 'a{}', hash, files: [] });
    const policy = pagePolicy(plain, {
      ...assets,
      themeScript: inline('sha384-text'),
      inlineStyle: inline('sha384-style'),
    });
    expect(policy).toContain("script-src 'strict-dynamic' 'sha384-text' 'sha384-public';");
    expect(policy).toContain("style-src 'self' 'sha384-style';");
    expect(policy).not.toMatch(/unsafe|nonce/);
  });

  it('restricts markup and script creation to the two trusted-types policies', () => {
    const policy = pagePolicy(plain, assets);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toMatch(/trusted-types built-files site-content(?:;|$)/);
    expect(policy).not.toContain('allow-duplicates');
  });

  it('requires HTTPS only when the site uses it', () => {
    expect(pagePolicy(plain, assets)).not.toContain('upgrade-insecure-requests');
    expect(pagePolicy(secure, assets)).toContain('upgrade-insecure-requests');
    expect(baseHeaders(plain)).not.toHaveProperty('strict-transport-security');
    expect(baseHeaders(secure)['strict-transport-security']).toBe('max-age=63072000');
  });

  it('includes subdomains only when the owner enables that', () => {
    const covered = baseHeaders({ ...secure, hstsSubdomains: true });
    expect(covered['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    expect(baseHeaders({ ...plain, hstsSubdomains: true })).not.toHaveProperty('strict-transport-security');
  });
});
