import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

type Rgb = readonly [number, number, number];
type Palette = Readonly<Record<string, Rgb>>;

const TOKENS = readFileSync(path.resolve(import.meta.dirname, '../../src/web/styles/tokens.css'), 'utf8');

const fromHex = (hex: string): Rgb => [
  Number.parseInt(hex.slice(0, 2), 16),
  Number.parseInt(hex.slice(2, 4), 16),
  Number.parseInt(hex.slice(4, 6), 16),
];

/** Calculates the relative luminance (WCAG 2.2). */
const luminance = (colour: Rgb): number => {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: Rgb, other: Rgb): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** The opaque colours of the tokens by name, light and dark. A colour that is the same in both is written once. */
const COLOURS = [
  ...TOKENS.matchAll(/^ {2}--([\w-]+): (?:light-dark\(#([\da-f]{6}), #([\da-f]{6})\)|#([\da-f]{6}));$/gmu),
].map(([, name = '', light, dark, both]) => ({ name, light: light ?? both ?? '', dark: dark ?? both ?? '' }));

const paletteOf = (theme: 'light' | 'dark'): Palette =>
  Object.fromEntries(COLOURS.map((colour) => [colour.name, fromHex(colour[theme])]));

const PALETTES = { light: paletteOf('light'), dark: paletteOf('dark') } as const;

/**
 * Text colour, background colour and the minimum contrast: AAA for body text and primary buttons, AA for other text,
 * 3:1 for borders.
 */
const PAIRS: readonly (readonly [string, string, number])[] = [
  ...['canvas', 'surface', 'sunken', 'inset', 'raised', 'accent-soft'].map((on) => ['ink', on, 7] as const),
  ...['canvas', 'surface', 'sunken', 'inset', 'accent-soft', 'danger-soft', 'warn-soft'].map(
    (on) => ['ink-2', on, 7] as const,
  ),
  ...['canvas', 'surface', 'sunken', 'inset'].map((on) => ['ink-3', on, 4.5] as const),
  ...['accent', 'accent-hover', 'accent-press'].map((on) => ['on-accent', on, 7] as const),
  ...['canvas', 'surface', 'sunken', 'accent-soft'].map((on) => ['accent-text', on, 4.5] as const),
  ...['canvas', 'surface', 'danger-soft'].map((on) => ['danger', on, 4.5] as const),
  ...['canvas', 'surface', 'warn-soft'].map((on) => ['warn', on, 4.5] as const),
  ['on-player', 'player', 7],
  ...['canvas', 'surface', 'sunken'].map((on) => ['line-strong', on, 3] as const),
  // Focus rings: on every ground of the pages, on the save bar and on media.
  ...['canvas', 'surface', 'sunken', 'inset', 'raised', 'accent-soft', 'danger-soft', 'warn-soft'].map(
    (on) => ['accent', on, 3] as const,
  ),
  ...['ink', 'danger-fill'].map((on) => ['accent-inverted', on, 3] as const),
  ['on-player', 'media-ring', 3],
  ...['inset', 'surface'].map((on) => ['bar', on, 3] as const),
  // Rings of radio buttons and checkboxes, chosen and not, on every ground on which they stand.
  ...['ink-3', 'ink', 'accent'].flatMap((ring) =>
    ['canvas', 'surface', 'sunken', 'inset', 'accent-soft'].map((on) => [ring, on, 3] as const),
  ),
  ['on-accent', 'accent', 3],
];

describe.each(Object.entries(PALETTES))('the palette: %s', (_name, palette) => {
  it.each(PAIRS)('%s on %s has a contrast of at least %d', (text, ground, least) => {
    const [over, under] = [palette[text], palette[ground]];
    if (over === undefined || under === undefined) throw new Error(`no ${text} or ${ground} in the tokens`);
    expect(contrast(over, under)).toBeGreaterThanOrEqual(least);
  });
});

/** Styles of all components, by file. */
const COMPONENT_STYLES = readdirSync(path.resolve(import.meta.dirname, '../../src/web'), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => file.endsWith('.module.css'))
  .map(
    (file) => [file, readFileSync(path.resolve(import.meta.dirname, '../../src/web', file), 'utf8')] as const,
  );

describe('radio buttons and checkboxes', () => {
  it('are drawn by the product: the ring of the browser is too faint in a dark theme', () => {
    const own = COMPONENT_STYLES.filter(([, css]) => /\baccent-color:/u.test(css)).map(([file]) => file);
    expect(own).toEqual([]);
  });

  it('have a ring with enough contrast', () => {
    const css = COMPONENT_STYLES.find(([name]) => name === 'ui/check-input.module.css')?.[1] ?? '';
    const rings = [...css.matchAll(/appearance: none;[^}]*border: 1\.5px solid var\(--([\w-]+)\)/gu)];
    expect(rings.map(([, ring]) => ring)).toEqual(['ink-3']);
  });
});

describe('the themes', () => {
  it('are what the tokens contain: each colour for light and dark, and for the system or a choice', () => {
    expect(COLOURS.length).toBeGreaterThan(25);
    expect(TOKENS).toMatch(/^:root \{\n {2}color-scheme: light dark;$/mu);
    for (const theme of ['light', 'dark'])
      expect(TOKENS).toContain(`[data-theme="${theme}"] {\n  color-scheme: ${theme};\n}`);
  });
});

describe('a colour repeated in code', () => {
  it.each([
    ['src/web/theme.ts', 'canvas'],
    ['src/shared/sharing.ts', 'canvas'],
    ['src/web/features/site-layout/hover-colours.ts', 'inset'],
  ])('in %s equals --%s of the tokens', (file, name) => {
    const source = readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
    const { light, dark } = COLOURS.find((colour) => colour.name === name) ?? {};
    expect(light).not.toBe(dark);
    for (const hex of [light, dark]) expect(source).toContain(`'#${hex}'`);
  });
});
