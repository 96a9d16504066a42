import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

type Rgb = readonly [number, number, number];
type Palette = Readonly<Record<string, Rgb>>;

const CSS = readFileSync(path.resolve(import.meta.dirname, '../../src/web/styles/tokens.css'), 'utf8');

const clamp = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));
const encode = (linear: number): number =>
  clamp(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055));

/** Converts OKLCH to 8-bit sRGB (CSS Color 4, section 20.2). */
const fromOklch = (lightness: number, chroma: number, hue: number): Rgb => {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
};

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

/** Returns the opaque colours of the first rule after `from` in the token file. */
const paletteAfter = (from: string, selector: string): Palette => {
  const start = CSS.indexOf(selector, CSS.indexOf(from));
  const block = CSS.slice(start, CSS.indexOf('}', start));
  return {
    ...Object.fromEntries(
      [...block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)].map(
        ([, name = '', l, c, h]) => [name, fromOklch(Number(l), Number(c), Number(h))],
      ),
    ),
    ...Object.fromEntries(
      [...block.matchAll(/--([\w-]+): #([0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [
        name,
        fromHex(hex),
      ]),
    ),
  };
};

const OLD_BROWSERS = '@supports not (color: oklch';
const PALETTES = {
  light: paletteAfter('color-scheme: light', '--canvas'),
  dark: paletteAfter('color-scheme: dark', '--canvas'),
  'light, older browsers': paletteAfter(OLD_BROWSERS, ':root'),
  'dark, older browsers': paletteAfter(OLD_BROWSERS, '[data-theme="dark"]'),
} as const;

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

  it.each(['ui/check-input.module.css', 'features/result/choice-list.module.css'])(
    'have a ring with enough contrast in %s',
    (file) => {
      const css = COMPONENT_STYLES.find(([name]) => name === file)?.[1] ?? '';
      const rings = [...css.matchAll(/appearance: none;[^}]*border: 1\.5px solid var\(--([\w-]+)\)/gu)];
      expect(rings.map(([, ring]) => ring)).toEqual(['ink-3']);
    },
  );
});

describe('the dark colours for browsers without scripts', () => {
  it('are those of the dark theme', () => {
    const rulesOf = (selector: string): string[] => {
      const start = CSS.indexOf('{', CSS.indexOf(selector)) + 1;
      return CSS.slice(start, CSS.indexOf('}', start))
        .split('\n')
        .map((line) => line.trim());
    };
    expect(rulesOf(':root:not([data-theme])').filter(Boolean)).toEqual(
      rulesOf('[data-theme="dark"]').filter(Boolean),
    );
  });
});

describe('the fallback colours for older browsers', () => {
  it.each(['light', 'dark'] as const)('equal the %s palette', (theme) => {
    const older = PALETTES[`${theme}, older browsers`];
    const names = Object.keys(PALETTES[theme]);
    expect(names.length).toBeGreaterThan(25);
    expect(Object.keys(older).sort()).toEqual(names.sort());
    for (const [name, colour] of Object.entries(PALETTES[theme]))
      for (const [index, part] of colour.entries())
        expect(Math.abs(part - (older[name]?.[index] ?? -9)), name).toBeLessThanOrEqual(1);
  });
});

describe('a colour repeated in code', () => {
  it.each([
    ['src/web/theme.ts', 'canvas'],
    ['src/shared/sharing.ts', 'canvas'],
    ['src/web/features/site-layout/hover-colours.ts', 'inset'],
  ])('in %s equals --%s of the tokens', (file, name) => {
    const source = readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
    const inTokens = [...CSS.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'g'))].map(([, hex]) => hex);
    expect(inTokens).toHaveLength(2);
    for (const hex of inTokens) expect(source).toContain(`'${hex}'`);
  });
});
