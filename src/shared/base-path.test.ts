import { afterEach, describe, expect, it } from 'vitest';
import { ownerAddress, setBasePath } from './base-path.ts';

describe('an address of the owner', () => {
  afterEach(() => setBasePath(''));

  it.each([
    ['/help', '/savelet/help'],
    ['/savelet/help', '/savelet/help'],
    ['/savelet', '/savelet'],
    ['/savelet#faqs', '/savelet#faqs'],
    ['/savelets', '/savelet/savelets'],
    ['https://example.org/help', 'https://example.org/help'],
    ['#faq', '#faq'],
  ])('below a path, %s leads to %s', (written, address) => {
    setBasePath('/savelet');
    expect(ownerAddress(written)).toBe(address);
  });

  it('at the root stays as it is', () => expect(ownerAddress('/help')).toBe('/help'));
});
