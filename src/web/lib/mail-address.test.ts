import { describe, expect, it } from 'vitest';
import { mailTo } from './mail-address.ts';

describe('mailTo', () => {
  it('fills in the subject', () =>
    expect(mailTo('owner@harbour.example', 'A link & more')).toBe(
      'mailto:owner@harbour.example?subject=A%20link%20%26%20more',
    ));

  it('does not let an address add headers', () =>
    expect(mailTo('owner@harbour.example?bcc=x@y.example&body=z', 'A')).toBe(
      'mailto:owner@harbour.example%3Fbcc%3Dx%40y.example%26body%3Dz?subject=A',
    ));
});
