import { describe, expect, it } from 'vitest';
import type { NavbarSettings, NavLink } from '#shared/contract/site.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { removeItem } from '../../list-edits.ts';
import {
  addNavLink,
  canSave,
  canShowMore,
  editLink,
  navbarChanges,
  problemsOf,
  reachedLimit,
  restoreNavLink,
  tidy,
  toShownNavbar,
} from './navbar-draft.ts';

const link = (id: string, rest: Partial<NavLink> = {}): NavLink => ({
  ...{ id, label: id, target: '#faqs', visible: true, newTab: false },
  ...rest,
});
const bar = (...links: NavLink[]): NavbarSettings => ({ ...SITE_SETTINGS.navbar.default, links });
const many = (shown: number, hidden = 0): NavbarSettings =>
  bar(
    ...Array.from({ length: shown }, (_, index) => link(`s${index}`)),
    ...Array.from({ length: hidden }, (_, index) => link(`h${index}`, { visible: false })),
  );
const ids = ({ links }: NavbarSettings): string => links.map(({ id }) => id).join(' ');

describe('adding a link', () => {
  it('appends a visible link without a label to the top of the page', () => {
    const next = addNavLink(SITE_SETTINGS.navbar.default, 'new');
    expect(next.links.at(-1)).toEqual(link('new', { label: '', target: '#hero' }));
    expect(SITE_SETTINGS.navbar.default.links).toHaveLength(4);
  });

  it.each([
    [5, 0, null],
    [6, 0, 'shown'],
    [6, 1, 'shown'],
    [5, 2, null],
    [6, 2, 'total'],
    [0, 8, 'total'],
  ] as const)('with %d visible and %d hidden links: full = %s', (shown, hidden, full) => {
    const navbar = many(shown, hidden);
    expect(reachedLimit(navbar)).toBe(full);
    expect(addNavLink(navbar, 'new').links).toHaveLength(shown + hidden + (full === null ? 1 : 0));
  });
});

describe('editing', () => {
  it('shows no seventh link', () => {
    expect(canShowMore(many(6, 1).links)).toBe(false);
    expect(editLink(many(6, 1), 'h0', { visible: true }).links.at(-1)?.visible).toBe(false);
    expect(editLink(many(5, 1), 'h0', { visible: true }).links.at(-1)?.visible).toBe(true);
    expect(editLink(many(6, 1), 's0', { visible: false }).links[0]?.visible).toBe(false);
  });

  it('opens only web addresses in a new tab', () => {
    const abroad = bar(link('a', { target: 'https://shop.example/', newTab: true }));
    expect(editLink(abroad, 'a', { target: 'https://other.example/' }).links[0]?.newTab).toBe(true);
    expect(editLink(abroad, 'a', { target: '#terms' }).links[0]?.newTab).toBe(false);
  });
});

describe('undoing a removal', () => {
  const { links } = SITE_SETTINGS.navbar.default;
  const { items, removed } = removeItem(links, 'faqs')!;

  it('restores a link at its former index', () => expect(restoreNavLink(items, removed)).toEqual(links));

  it('restores it hidden if six links are visible, and not at all if there are eight', () => {
    expect(restoreNavLink(many(6).links, removed)?.[2]).toMatchObject({ id: 'faqs', visible: false });
    expect(restoreNavLink(many(1, 7).links, removed)).toBeUndefined();
  });

  it('returns the same list if the link is present', () =>
    expect(restoreNavLink(links, removed)).toBe(links));
});

describe('canSave', () => {
  it('is true for the defaults, whatever else is switched off', () => {
    expect(canSave(SITE_SETTINGS.navbar.default)).toBe(true);
    expect(canSave({ ...many(0, 8), sticky: false, themeSwitch: false })).toBe(true);
  });

  it.each<[Partial<NavLink>, object]>([
    [{ label: '' }, { label: 'required' }],
    [{ label: '  ' }, { label: 'required' }],
    [{ label: '\u200e' }, { label: 'required' }],
    [{ target: '' }, { address: 'required' }],
    [{ target: 'shop.example' }, { address: 'bare' }],
    [{ target: 'http://shop.example/' }, { address: 'bare' }],
    [{ target: 'javascript:alert(1)' }, { address: 'invalid' }],
    [{ target: 'https://' }, { address: 'invalid' }],
    [{ target: '#preise' }, { address: 'invalid' }],
    [{ target: '#' }, { address: 'invalid' }],
    [
      { label: '', target: 'nowhere' },
      { label: 'required', address: 'invalid' },
    ],
  ])('%j', (part, problems) => {
    const navbar = bar(link('a'), link('b', part));
    expect(problemsOf(navbar).links).toEqual(new Map([['b', problems]]));
    expect(canSave(navbar)).toBe(false);
    const button = {
      ...SITE_SETTINGS.navbar.default,
      button: { ...SITE_SETTINGS.navbar.default.button, ...part },
    };
    expect(problemsOf(button).button).toEqual(problems);
    expect(canSave(button)).toBe(false);
  });

  it('is false for a label that is too long', () => {
    expect(canSave(bar(link('a', { label: 'x'.repeat(24) })))).toBe(true);
    expect(canSave(bar(link('a', { label: 'x'.repeat(25) })))).toBe(false);
  });
});

it('tidy normalises labels and addresses', () => {
  const { links, button } = tidy({
    ...bar(link('a', { label: ' Sh\u202eop\n ', target: ' https://Shop.example ' })),
    button: { visible: true, label: ' Go ', target: '#hero' },
  });
  expect(links[0]).toMatchObject({ label: 'Shop', target: 'https://shop.example/' });
  expect(button.label).toBe('Go');
  const others = bar(link('a', { target: ' mara@harbour.example' }), link('b', { target: ' /help ' }));
  expect(tidy(others).links.map(({ target }) => target)).toEqual(['mailto:mara@harbour.example', '/help']);
  expect(canSave(others)).toBe(true);
});

it('toShownNavbar omits links and a button without a label', () => {
  const shown = toShownNavbar({
    ...bar(link('a'), link('b', { label: ' ' })),
    button: { visible: true, label: '', target: '#hero' },
  });
  expect(ids(shown)).toBe('a');
  expect(shown.button.visible).toBe(false);
});

describe('navbarChanges', () => {
  const before = bar(link('a'), link('b'), link('c', { visible: false }));
  it.each<[string[], NavbarSettings]>([
    [[], before],
    [['Links'], editLink(before, 'a', { label: 'New' })],
    [['Links'], addNavLink(before, 'n')],
    [['Button'], { ...before, button: { ...before.button, visible: false } }],
    [['Behaviour'], { ...before, sticky: false }],
    [
      ['Links', 'Button', 'Behaviour'],
      {
        ...editLink(before, 'a', { label: 'x' }),
        button: { ...before.button, label: 'x' },
        themeSwitch: false,
      },
    ],
  ])('%j', (changes, after) => expect(navbarChanges(before, after)).toEqual(changes));
});
