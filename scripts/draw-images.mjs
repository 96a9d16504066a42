#!/usr/bin/env node
/**
 * Draws the pictures in src/web/static from the logo (favicon.svg), the design tokens and the fonts.
 *
 *   CHROMIUM_PATH=/usr/bin/chromium node scripts/draw-images.mjs [folder]
 *
 * Needs Chromium and ffmpeg; the results are committed, so only this script does. Run it again when the logo, the headline or
 * the tokens change. The pictures contain no website title, because the owner may change it.
 *
 * og.png                     1200 x 630, for shared links: headline, tray and mark, text inside the safe 1080 x 540
 * apple-touch-icon.png       180, without round corners, because the phone rounds them
 * icon-192.png, icon-512.png the unchanged logo
 * icon-maskable-512.png      the glyph inside the central 80 %, the tile to the edges
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright-core';
import { hero } from '#messages/hero.ts';
import { linkForm } from '#messages/link-form.ts';
import { text } from '#shared/messages/text.ts';
import { SHARE_PICTURE } from '#shared/sharing.ts';

/** Invented link of realistic length. */
const LINK = 'https://www.instagram.com/reel/DQw4mZr7Kx1/';
/** Scale of the glyph that keeps it inside the safe zone of maskable icons. */
const MASKABLE_SCALE = 0.86;

const root = resolve(import.meta.dirname, '..');
const target = resolve(process.argv[2] ?? join(root, 'src/web/static'));
const styles = join(root, 'src/web/styles');

const mark = readFileSync(join(root, 'src/web/static/favicon.svg'), 'utf8');
const tokens = readFileSync(join(styles, 'tokens.css'), 'utf8').replace(
  /url\("\.\/(fonts\/[^"]+)"\)/g,
  (_whole, file) => `url("data:font/woff2;base64,${readFileSync(join(styles, file)).toString('base64')}")`,
);

const square = mark.replace(' rx="9"', '');
const maskable = square
  .replace(
    /(<rect[^>]*\/>)/,
    `$1<g transform="translate(16 16) scale(${MASKABLE_SCALE}) translate(-16 -16.7)">`,
  )
  .replace('</svg>', '</g></svg>');

const wholePage = (css, body) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>${tokens}
* { box-sizing: border-box; margin: 0; padding: 0; }
svg { display: block; width: 100%; height: 100%; }
${css}</style></head><body>${body}</body></html>`;

const icon = (svg) => wholePage('html, body { height: 100%; background: transparent; }', svg);

const sharePicture = wholePage(
  `body { width: ${SHARE_PICTURE.width}px; height: ${SHARE_PICTURE.height}px; padding: 58px 60px 45px; display: flex; flex-direction: column;
    background: var(--canvas); color: var(--ink); font-family: "Onest Variable"; }
  h1 { margin-inline-start: -0.062em; font-size: 108px; line-height: 0.99; font-weight: 640; letter-spacing: -0.042em; }
  .tray { display: flex; gap: 16px; margin-top: 44px; padding: 24px; background: var(--surface);
    border: 1px solid var(--line); border-radius: 28px; box-shadow: var(--e2); }
  .field { flex: 1; display: flex; align-items: center; padding-inline: 28px; height: 96px; min-width: 0; background: var(--surface);
    border: 2px solid var(--line-strong); border-radius: 20px; font-size: 29px; white-space: nowrap; }
  .submit { display: grid; place-items: center; padding-inline: 36px; height: 96px; border-radius: 20px;
    background: var(--accent); color: var(--on-accent); font-size: 29px; font-weight: 600; white-space: nowrap; }
  .mark { width: 72px; height: 72px; margin-top: auto; }`,
  `<h1>${text(hero, 'headline').replace('. ', '.<br>')}</h1>
  <div class="tray"><div class="field">${LINK}</div><div class="submit">${text(linkForm, 'submit')}</div></div>
  <div class="mark">${mark}</div>`,
);

const PICTURES = [
  { name: 'og.png', ...SHARE_PICTURE, html: sharePicture, colors: 96 },
  { name: 'apple-touch-icon.png', width: 180, height: 180, html: icon(square), colors: 32 },
  { name: 'icon-192.png', width: 192, height: 192, html: icon(mark), transparent: true },
  { name: 'icon-512.png', width: 512, height: 512, html: icon(mark), transparent: true },
  { name: 'icon-maskable-512.png', width: 512, height: 512, html: icon(maskable), colors: 32 },
];

/**
 * Compresses a picture as a PNG; opaque ones with a palette and without dithering, because their areas have flat
 * colours.
 */
const pack = (from, to, colors) => {
  const palette = `split[a][b];[a]palettegen=max_colors=${colors}:reserve_transparent=0[p];[b][p]paletteuse=dither=none`;
  const filter = colors === undefined ? [] : ['-vf', palette];
  const run = spawnSync(
    'ffmpeg',
    [
      '-v',
      'error',
      '-y',
      '-i',
      from,
      ...filter,
      '-pred',
      colors === undefined ? 'mixed' : 'none',
      '-compression_level',
      '100',
      '-bitexact',
      to,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (run.error) throw run.error;
  if (run.status !== 0) throw new Error(`ffmpeg ended with ${run.status}: ${to}`);
};

const work = mkdtempSync(join(tmpdir(), 'images-'));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  for (const { name, width, height, html, transparent = false, colors } of PICTURES) {
    await page.setViewportSize({ width, height });
    await page.setContent(html);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const drawn = join(work, name);
    writeFileSync(drawn, await page.screenshot({ omitBackground: transparent }));
    pack(drawn, join(target, name), colors);
    process.stdout.write(`${name}: ${statSync(join(target, name)).size} bytes\n`);
  }
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}
