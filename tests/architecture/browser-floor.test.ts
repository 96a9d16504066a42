import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BROWSER_FLOOR } from '../../scripts/browser-floor/browser-floor.ts';
import { scriptBreaches } from '../../scripts/browser-floor/script-breaches.ts';
import { styleBreaches } from '../../scripts/browser-floor/style-breaches.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const keysOf = (breaches: readonly { readonly key: string }[]): string[] => breaches.map(({ key }) => key);

describe('the oldest browsers', () => {
  it('are those that docs/browsers.md promises', async () => {
    const text = await readFile(path.join(ROOT, 'docs/browsers.md'), 'utf8');
    const { chrome, edge, firefox, safari, ios } = BROWSER_FLOOR;
    for (const promise of [
      `Chrome ${chrome}`,
      `Edge ${edge}`,
      `Firefox ${firefox}`,
      `Safari ${safari}`,
      `iOS ${ios}`,
    ])
      expect(text).toContain(promise);
  });

  it.each([
    ['a using declaration', 'using file = open();', 'syntax'],
    ['a modifier in a regular expression', 'export const word = /(?i:a)b/;', 'syntax'],
    ['URL.parse', 'export const host = (text) => URL.parse(text).host;', 'api.URL.parse_static'],
    ['Promise.try', 'Promise.try(work);', 'javascript.builtins.Promise.try'],
    ['Iterator.from', 'Iterator.from(list);', 'javascript.builtins.Iterator.from'],
    ['a view transition', 'document.startViewTransition(draw);', 'api.Document.startViewTransition'],
    ['a picker of files', 'window.showSaveFilePicker();', 'api.Window.showSaveFilePicker'],
    ['a picker as a global', 'showSaveFilePicker();', 'api.Window.showSaveFilePicker'],
    ['a bare trustedTypes', 'trustedTypes.createPolicy("a", rules);', 'api.trustedTypes'],
    ['a screen lock', 'navigator.wakeLock.request("screen");', 'api.Navigator.wakeLock'],
    [
      "a built-in object's method",
      'bytes.setFromBase64(text);',
      'javascript.builtins.Uint8Array.setFromBase64',
    ],
  ])('have no %s', (_name, code, key) => {
    expect(keysOf(scriptBreaches(code))).toContain(key);
  });

  it.each([
    ['typeof', 'if (typeof URL.parse === "function") URL.parse(text);'],
    ['an optional call', 'document.startViewTransition?.(draw);'],
    ['in', 'if ("wakeLock" in navigator) navigator.wakeLock.request("screen");'],
    [
      'in, as the minifier writes it',
      'if (!(`showSaveFilePicker` in window)) end(); window.showSaveFilePicker();',
    ],
    ['a comparison', 'if (document.startViewTransition !== void 0) document.startViewTransition(draw);'],
    ['a read', 'const types = globalThis.trustedTypes; types?.createPolicy("a", rules);'],
    [
      'what they have',
      'Promise.withResolvers(); list.toSorted(); Map.groupBy(list, by); /[\\p{L}--a]/v.test(text);',
    ],
    ["a local's name", 'const Iterator = { from() {} }; Iterator.from(); task.union = 1;'],
  ])('accept %s', (_name, code) => {
    expect(scriptBreaches(code)).toEqual([]);
  });

  it.each([
    ['a property', '.a { field-sizing: content }', 'css.properties.field-sizing'],
    ['a property without its prefix', '.a { user-select: none }', 'css.properties.user-select'],
    ['a function', '.a { color: contrast-color(red) }', 'css.types.color.contrast-color'],
    ['a selector', '.a:open { color: red }', 'css.selectors.open'],
    ['an at-rule', '@function --a() { result: 1px }', 'css.at-rules.function'],
  ])('have no style with %s', (_name, css, key) => {
    expect(keysOf(styleBreaches(css))).toContain(key);
  });

  it.each([
    ['its prefix', '.a { -webkit-user-select: none; user-select: none }'],
    ['a fallback', '.a { height: 3lh; height: calc-size(auto, size) }'],
    ['@supports', '@supports (field-sizing: content) { .a { field-sizing: content } }'],
    ['what they have', '.a:has(b) { color: oklch(1 0 0); inset: 0; height: 100dvh }'],
  ])('accept a style with %s', (_name, css) => {
    expect(styleBreaches(css)).toEqual([]);
  });
});

/** Names that one engine has for what another calls differently: a page that lacks one looks wrong there only. */
const VENDOR_NAMES = [
  '::-webkit-slider-thumb',
  '::-webkit-slider-runnable-track',
  '::-moz-range-thumb',
  '::-moz-range-track',
  '::-webkit-details-marker',
  '-webkit-text-size-adjust:',
  '-webkit-line-clamp:',
  '-webkit-user-select:',
  '-webkit-backdrop-filter:',
  '::-webkit-meter-bar',
  '::-moz-meter-bar',
];

describe('the built styles', () => {
  it("contain every engine's own names", async () => {
    const folders = ['dist/client/assets', 'dist/panel/assets/panel'].map((folder) =>
      path.join(ROOT, folder),
    );
    const files = await Promise.all(
      folders.map(async (folder) =>
        (await readdir(folder))
          .filter((name) => name.endsWith('.css'))
          .map((name) => path.join(folder, name)),
      ),
    );
    const css = (await Promise.all(files.flat().map((file) => readFile(file, 'utf8')))).join('\n');
    expect(VENDOR_NAMES.filter((name) => !css.includes(name))).toEqual([]);
  });
});

describe('the check of the built pages', () => {
  const checkOf = async (files: Readonly<Record<string, string>>) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'savelet-floor-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    return run(process.execPath, ['scripts/check-browser-floor.ts', folder], { cwd: ROOT });
  };

  it('passes for what the oldest browsers have', async () => {
    const { stdout } = await checkOf({ 'a.js': 'fetch("/");', 'a.css': 'a{color:red}' });
    expect(stdout).toContain('2 built files for chrome');
  });

  it('fails with the file and the feature', async () => {
    await expect(
      checkOf({ 'a.js': 'URL.parse(text);', 'b.css': 'a{field-sizing:content}' }),
    ).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /a\.js: parse without a feature test.*\n.*b\.css: field-sizing; lacking in/u,
      ),
    });
  });

  it('fails when there is nothing to check', async () => {
    await expect(checkOf({})).rejects.toMatchObject({ code: 1 });
  });
});
