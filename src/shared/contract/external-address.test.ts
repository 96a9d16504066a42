import { describe, expect, it } from 'vitest';
import { LINK_MAX_CHARACTERS } from '../limits.ts';
import { parseExternalAddress } from './external-address.ts';

const whyOf = (text: string): string | null => {
  const read = parseExternalAddress(text);
  return read.ok ? null : read.reason;
};

describe('parseExternalAddress', () => {
  it.each([
    ['https://hooks.harbour.example/T0/part?x=1#top', 'https://hooks.harbour.example/T0/part?x=1#top'],
    ['  HTTPS://Hooks.Harbour.Example:443 ', 'https://hooks.harbour.example/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://10.harbour.example/', 'https://10.harbour.example/'],
  ])('accepts and normalises %s', (text, url) =>
    expect(parseExternalAddress(text)).toEqual({ ok: true, url }),
  );

  it.each([
    '',
    'hooks.harbour.example',
    'http://hooks.harbour.example/',
    'ftp://hooks.harbour.example/',
    'https://',
    'https://hooks.harbour\t.example/',
  ])('rejects %j as invalid', (text) => expect(whyOf(text)).toBe('invalid'));

  it.each(['https://somebody@hooks.harbour.example/', 'https://somebody:secret@hooks.harbour.example/'])(
    'rejects the user information in %s',
    (text) => expect(whyOf(text)).toBe('credentials'),
  );

  it.each([
    'http://192.168.1.2:8080/hook',
    'https://10.0.0.1/',
    'http://172.16.0.9/',
    'http://[fd12:3456::1]:90/',
    'http://ntfy:8080/alerts',
    'http://gotify.lan/message?token=x',
  ])('accepts %s once it is confirmed to be in the local network', (text) => {
    expect(whyOf(text)).not.toBeNull();
    expect(parseExternalAddress(text, true)).toEqual({ ok: true, url: text });
  });

  it.each([
    'http://127.0.0.1:8080/',
    'http://2130706433/',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'http://0xa9fea9fe/',
    'http://93.184.216.34/',
    'http://172.32.0.1/',
    'http://100.100.100.200/',
    'http://[fe80::1]/',
    'http://[::ffff:192.168.1.2]/',
  ])('never accepts %s', (text) =>
    expect(parseExternalAddress(text, true)).toEqual({ ok: false, reason: 'out_of_reach' }),
  );

  it('rejects an address that is too long to store', () =>
    expect(whyOf(`https://hooks.harbour.example/${'x'.repeat(LINK_MAX_CHARACTERS)}`)).toBe('too_long'));

  it.each([
    'https://hooks.harbour.example:8443/x',
    'https://93.184.216.34/x',
    'https://192.168.1.2/x',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://127.0.0.1./',
    'https://[::1]/',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
    'https://localhost/x',
    'https://hooks./x',
  ])('rejects %s as out of reach', (text) => expect(whyOf(text)).toBe('out_of_reach'));
});
