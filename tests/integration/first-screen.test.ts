import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { DomUtils, parseDocument } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InProcessProduct, startInProcessProduct } from '../e2e/in-process-product.ts';
import { LOGO, SOCIAL_LINK } from '../e2e/pages/site-probe.ts';

/**
 * Bytes that a server sends before it waits for the browser: ten segments of TCP's usual size (RFC 6928). A document
 * with one byte more costs every visitor a round trip before the first paint.
 */
const FIRST_WINDOW = 10 * 1_460;

const CLIENT = path.resolve(import.meta.dirname, '../../dist/client');

let product: InProcessProduct;
beforeAll(async () => {
  product = await startInProcessProduct(() => ({ ENGINES: 'sample' }));
});
afterAll(() => product?.stop());

const ask = async (address: string, encoding: string) => {
  const request = http.get(`${product.origin}${address}`, { headers: { 'accept-encoding': encoding } });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const { rawHeaders } = answer;
  const lines = rawHeaders.map((text, place) => text.length + (place % 2 === 0 ? ': ' : '\r\n').length);
  const head = 'HTTP/1.1 200 OK\r\n\r\n'.length + lines.reduce((sum, length) => sum + length, 0);
  return { body: Buffer.concat(parts), head };
};

describe('the first screen', () => {
  it.each(['/', '/?sample=clip', '/status', '/help', '/legal/privacy', '/legal/terms'])(
    '%s arrives in the first window of a connection',
    async (address) => {
      const { body, head } = await ask(address, 'br');
      expect(body.length).toBeGreaterThan(5_000);
      expect(head + body.length).toBeLessThanOrEqual(FIRST_WINDOW);
    },
  );
});

/** Returns the names of the classes in the rules of the style sheets that match. */
const classesOf = (sheets: RegExp): Set<string> => {
  const manifest = JSON.parse(readFileSync(path.join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; name?: string; css?: string[] }
  >;
  const files = Object.entries(manifest).flatMap(([key, part]) =>
    sheets.test(part.name ?? key) ? (part.css ?? []) : [],
  );
  expect(files.length).toBeGreaterThan(0);
  const css = files.map((file) => readFileSync(path.join(CLIENT, file), 'utf8')).join('\n');
  return new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)/gu)].map(([, name = '']) => name));
};

/** Returns the classes of all elements but those in hidden ones. */
const shownClasses = (html: string): Set<string> => {
  const isHidden = (element: { attribs: Record<string, string> }): boolean =>
    'hidden' in element.attribs && element.attribs['hidden'] !== 'until-found';
  const root = parseDocument(html);
  for (const element of DomUtils.findAll(isHidden, root.children)) DomUtils.removeElement(element);
  return new Set(
    DomUtils.findAll(({ attribs }) => 'class' in attribs, root.children).flatMap(({ attribs }) =>
      (attribs['class'] ?? '').split(' '),
    ),
  );
};

describe('the style in the document', () => {
  const SETTINGS: Readonly<Record<string, Parameters<InProcessProduct['settings']['change']>[0]>> = {
    'as installed': {},
    'with all that an owner can add but content': {
      logo: LOGO,
      socialLinks: [SOCIAL_LINK],
      contactEmail: 'owner@savelet.test',
    },
  };

  it.each(Object.entries(SETTINGS))(
    'has every class that the page shows at first, %s',
    async (_, settings) => {
      await product.settings.change(settings);
      const { body } = await ask('/', 'identity');
      const shown = shownClasses(body.toString());
      expect(shown.size).toBeGreaterThan(50);
      const first = classesOf(/^(?:public|first-styles)$/u);
      const later = classesOf(/^page$/u);
      expect([...shown].filter((name) => later.has(name) && !first.has(name))).toEqual([]);
      // The rest of the names stands for no rule anywhere.
      expect([...shown].filter((name) => first.has(name)).length).toBeGreaterThan(50);
    },
  );
});
