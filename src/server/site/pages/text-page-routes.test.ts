import { describe, expect, it, vi } from 'vitest';
import { byLegalText } from '#shared/contract/legal-texts.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import type { BuiltPages } from './built-pages.ts';
import { compressPage } from './page-cache.ts';
import { createTextPages } from './text-page-routes.ts';

const site = () =>
  defaultSite({
    updatedAt: '2026-11-20T08:00:00.000Z',
    samples: true,
    readsStories: true,
    contactEmail: null,
  });

const open = () => {
  let current = site();
  let texts = byLegalText(() => '');
  const write = vi.fn<BuiltPages['writeTextPage']>((shown, page, own) =>
    compressPage(`${shown.title} ${page} ${own}`, null),
  );
  const pages = createTextPages(write, {
    current: () => current,
    stored: () => ({ ...texts, site: current }),
  });
  return {
    write,
    bodyOf: async (page: 'help' | 'privacy' | 'terms') => (await pages(page)).uncompressed.toString(),
    change(title: string, privacyText: string) {
      current = { ...current, title };
      texts = { ...texts, privacyText };
    },
  };
};

describe('the pages of text', () => {
  it('renders each page once, also for concurrent requests', async () => {
    const { bodyOf, write } = open();
    expect(await Promise.all([bodyOf('help'), bodyOf('help'), bodyOf('privacy')])).toEqual([
      'Savelet help ',
      'Savelet help ',
      'Savelet privacy ',
    ]);
    await bodyOf('privacy');
    expect(write).toHaveBeenCalledTimes(2);
  });

  it('renders anew after a change, with the owner’s text of that page', async () => {
    const { bodyOf, change } = open();
    await bodyOf('privacy');
    change('Harbour', '<p>Ours</p>');
    expect(await bodyOf('privacy')).toBe('Harbour privacy <p>Ours</p>');
    expect(await bodyOf('terms')).toBe('Harbour terms ');
    expect(await bodyOf('help')).toBe('Harbour help ');
  });

  it('tries again after a failed rendering', async () => {
    const { bodyOf, write } = open();
    write.mockRejectedValueOnce(new Error('out of memory'));
    await expect(bodyOf('terms')).rejects.toThrow('out of memory');
    expect(await bodyOf('terms')).toBe('Savelet terms ');
  });
});
