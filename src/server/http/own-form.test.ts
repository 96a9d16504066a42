import { describe, expect, it } from 'vitest';
import { createOwnFormMatcher } from './own-form.ts';

const secure = createOwnFormMatcher({ publicUrl: 'https://site.example', isPublicUrlGiven: true });
const plain = createOwnFormMatcher({ publicUrl: 'http://10.0.0.7:3000', isPublicUrlGiven: true });
const unset = createOwnFormMatcher({ publicUrl: 'http://127.0.0.1:3000', isPublicUrlGiven: false });

describe('createOwnFormMatcher', () => {
  it.each([
    ['a browser over https', secure, { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['a browser without Sec-Fetch-Site', secure, { origin: 'https://site.example' }],
    ['a browser over plain http', plain, { origin: 'null' }],
    ['a browser on this machine', unset, { origin: 'http://localhost:3000', host: 'localhost:3000' }],
  ])('accepts %s', (_name, isOwn, headers) => expect(isOwn({ headers })).toBe(true));

  it.each([
    ['another site', secure, { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a sibling', secure, { origin: 'null', 'sec-fetch-site': 'same-site' }],
    ['another origin', plain, { origin: 'http://evil.example' }],
    ['a forged combination', secure, { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    ['an old browser that hides where it comes from', secure, { origin: 'null' }],
    ['a script', plain, {}],
  ])('refuses %s', (_name, isOwn, headers) => expect(isOwn({ headers })).toBe(false));
});
