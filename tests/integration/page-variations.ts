/** Rewrites a page in other forms with the same content. Each variation changes a page shape in one way. */
import { PLATFORM_IDS } from '../../src/shared/platforms/platforms.ts';
import { CODE, drawnPhoto } from '../platforms/instagram/instagram-shapes.ts';
import type { OtherPosts, PageShape } from '../platforms/page-shape.ts';
import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';
import { ID } from '../platforms/tiktok/tiktok-shapes.ts';

export interface PageVariation {
  readonly name: string;
  readonly html: string;
}

type Tree = (key: string, value: unknown) => unknown;

/** Rebuilds data including inner JSON strings. `edit` returns each new value, or undefined to remove it. */
const rebuild = (value: unknown, edit: Tree, text: (json: string) => string, key = ''): unknown => {
  if (key.startsWith('unknown_')) return value;
  const given = edit(key, value);
  if (key === 'contextJSON' && typeof given === 'string') return render(JSON.parse(given), edit, text);
  if (Array.isArray(given)) return given.map((item: unknown) => rebuild(item, edit, text));
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, child]) => {
      const made = rebuild(child, edit, text, name);
      return made === undefined ? [] : [[name, made]];
    }),
  );
};
const asIs: Tree = (_key, value) => value;
const same = (json: string): string => json;
const render = (data: unknown, edit: Tree = asIs, text = same): string =>
  text(JSON.stringify(rebuild(data, edit, text)));

/** Escapes `</`, which would end the script. */
const safe = (json: string): string => json.replaceAll('</', '<\\/');
const page = (body: string): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A page</title></head><body>${body}</body></html>`;

const FILLER = `<script type="application/json" data-sjs>{"define":[["Module",[],{"gkx":true},7]]}</script><div class="x">text</div>`;
/** Builds a script with the data that `pick` takes from each platform's other posts. */
const scriptOf = (pick: (others: OtherPosts) => object): string =>
  `<script type="application/json">${JSON.stringify(
    Object.assign({}, ...PLATFORM_IDS.map((id) => pick(TEST_PLATFORMS[id].others))),
  )}</script>`;
const OTHER_POST = scriptOf(({ block }) => block);
const SHORT_COPY = scriptOf(({ emptyCopies }) => emptyCopies);

type Frame = (json: string, attribute: string) => string;
const TYPE = 'type="application/json"';
const FRAMES: Readonly<Record<string, Frame>> = {
  'as recorded': (json, attribute) => `<script ${attribute} ${TYPE}>${json}</script>`,
  'attributes in another order': (json, attribute) =>
    `<script nonce="n" ${TYPE} ${attribute}>${json}</script>`,
  'attributes over lines': (json, attribute) =>
    `<script\n\t${attribute}\n\t${TYPE}\n>\n\n${json}\n</script\n>`,
  'single quotes': (json, attribute) =>
    `<script ${`${attribute} ${TYPE}`.replaceAll('"', "'")}>${json}</script>`,
  'no quotes': (json, attribute) => `<script ${`${attribute} ${TYPE}`.replaceAll('"', '')}>${json}</script>`,
  'upper case tags': (json, attribute) => `<SCRIPT ${`${attribute} ${TYPE}`.toUpperCase()}>${json}</SCRIPT>`,
  'no attributes': (json) => `<script>${json}</script>`,
  'another id': (json) => `<script id="__STATE_2__" ${TYPE}>${json}</script>`,
  'another type': (json) => `<script type="text/x-data" data-sjs>${json}</script>`,
  'a hyphen in a comment': (json, attribute) => `<script ${attribute}><!--${json}--></script>`,
  'escaped HTML': (json, attribute) =>
    `<script ${attribute}>${json.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}</script>`,
  'numeric entities': (json, attribute) =>
    `<script ${attribute}>${json.replaceAll('&', '&#38;').replaceAll('"', '&#34;').replaceAll("'", '&#x27;')}</script>`,
  'ampersands as entities': (json, attribute) =>
    `<script ${attribute} ${TYPE}>${json.replaceAll('&', '&amp;')}</script>`,
  'in a template': (json) =>
    `<template id="data">${json.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}</template>`,
  'in an attribute': (json) =>
    `<div data-page="${json.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></div>`,
  'in a call': (json) =>
    `<script>requireLazy(["JSScheduler","ServerJS"],function(a,b){var s=new b();s.handle(${json});a.run({k:'it"s'})});</script>`,
  'in a call that is no JSON': (json) =>
    `<script>s.handle({require:[["X","init",[],[${json}]]],bare:!0})</script>`,
  'in an assignment': (json) => `<script>window.__d=window.__d||{};window.__d["page"] = ${json};</script>`,
  'parsed from a string': (json) =>
    `<script>window.s=JSON.parse(${JSON.stringify(json).replaceAll('</', '<\\/')});</script>`,
  'parsed from a single quoted string': (json) =>
    `<script>window.s=JSON.parse('${json.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}');</script>`,
  'parsed from hexadecimal escapes': (json) =>
    `<script>window.s=JSON.parse('${json.replaceAll('\\', '\\x5c').replaceAll("'", '\\x27').replaceAll('"', '\\x22')}');</script>`,
  'a string in data': (json) =>
    `<script ${TYPE}>${safe(JSON.stringify({ require: [['X', [{ contextJSON: json }]]] }))}</script>`,
  'twice the size': (json, attribute) =>
    `${FILLER.repeat(200)}<script ${attribute} ${TYPE}>${json}</script>${FILLER.repeat(200)}`,
  'behind another post': (json, attribute) => `${OTHER_POST}<script ${attribute} ${TYPE}>${json}</script>`,
  'before another post': (json, attribute) => `<script ${attribute} ${TYPE}>${json}</script>${OTHER_POST}`,
  'behind a shortened copy': (json, attribute) =>
    `${SHORT_COPY}<script ${attribute} ${TYPE}>${json}</script>`,
  'never closed': (json, attribute) => `${FILLER}<script ${attribute} ${TYPE}>${json}`,
};

const escapeAll = (letters: RegExp) => (json: string) =>
  json.replace(letters, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
const TEXTS: Readonly<Record<string, (json: string) => string>> = {
  'slashes escaped': (json) => json.replaceAll('/', '\\/'),
  'ampersands escaped': escapeAll(/[&<>']/g),
  'everything not ASCII escaped': escapeAll(/[^ -~]/g),
  indented: (json) => JSON.stringify(JSON.parse(json), null, 2),
  'ids as numbers': (json) => json.replace(/:"(\d{1,19})"/g, ':$1'),
};
const extras = (value: object): object =>
  Array.isArray(value)
    ? value
    : { unknown_list: [{ code: 'x', id: 0 }], ...value, unknown_field: { nested: [null, true] } };
const TREES: Readonly<Record<string, Tree>> = {
  'numbers as strings': (_key, value) => (typeof value === 'number' ? String(value) : value),
  'unknown fields': (_key, value) => (typeof value === 'object' && value !== null ? extras(value) : value),
  'fields in reverse': (_key, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toReversed())
      : value,
  'nothing for null': (_key, value) => (value === null ? undefined : value),
};

const recorded = FRAMES['as recorded'] ?? ((json: string) => json);
const framed = ({ attribute }: PageShape, json: string): string => page(recorded(safe(json), attribute));

/** Returns every variation of a shape whose data is in a script. */
export const variationsOf = (shape: PageShape): readonly PageVariation[] => [
  ...Object.entries(FRAMES).map(([name, frame]) => ({
    name,
    html: page(frame(safe(render(shape.data)), shape.attribute)),
  })),
  ...Object.entries(TEXTS).map(([name, text]) => ({
    name,
    html: framed(shape, render(shape.data, asIs, text)),
  })),
  ...Object.entries(TREES).map(([name, edit]) => ({ name, html: framed(shape, render(shape.data, edit)) })),
  ...shape.wrappers.map((name) => ({
    name: `${name} renamed`,
    html: framed(shape, render(shape.data).replaceAll(name, `${name}_v2`)),
  })),
  ...shape.optional.map((name) => ({
    name: `without ${name}`,
    html: framed(
      shape,
      render(shape.data, (key, value) => (key === name ? undefined : value)),
    ),
  })),
];

type Attributes = Readonly<Record<string, string>>;
const quoted = (quote: string) => (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}=${quote}${value}${quote}`)
    .join(' ');
const drawn = (write: (attributes: Attributes) => string, frame: Attributes, image: Attributes): string =>
  `<a class="Avatar"><img class="AvatarImage" srcset="https://scontent.cdninstagram.com/v/face.jpg 4000w"></a>` +
  `<div ${write(frame)}><a class="Username" href="#">heron.marsh</a><img ${write(image)}>` +
  `<div class="HoverCard"><img src="https://scontent.cdninstagram.com/v/card.jpg" srcset="https://scontent.cdninstagram.com/v/card.jpg 3000w"></div>` +
  `<div class="Caption"><a class="CaptionUsername">heron.marsh</a><br>Low tide &amp; wind</div></div>`;
const reversed = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).toReversed());
const without = (attributes: Attributes, name: string): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== name));

/** Returns every variation of the embed that shows a photo in its markup and has no data. */
export const drawnVariations = (): readonly PageVariation[] => {
  const { frame, image } = drawnPhoto;
  const plain = drawn(quoted('"'), frame, image);
  const made: Readonly<Record<string, string>> = {
    'as recorded': plain,
    'attributes in another order': drawn(quoted('"'), reversed(frame), reversed(image)),
    'single quotes': drawn(quoted("'"), frame, image),
    'upper case tags': plain.replace(
      /<(\/?)(div|img|a|br)\b/g,
      (_tag, slash: string, name: string) => `<${slash}${name.toUpperCase()}`,
    ),
    'attributes over lines': plain.replaceAll('" ', '"\n\t'),
    'more classes': drawn(quoted('"'), frame, { ...image, class: '_a1 EmbeddedMediaImage\n_b2' }),
    'another density': drawn(quoted('"'), frame, {
      ...image,
      srcset: image.srcset.replaceAll(/(\d+)w/g, '$1x'),
    }),
    'twice the size': FILLER.repeat(200) + plain + FILLER.repeat(200),
    'without srcset': drawn(quoted('"'), frame, without(image, 'srcset')),
    'without src': drawn(quoted('"'), frame, without(image, 'src')),
    'without alt': drawn(quoted('"'), frame, without(image, 'alt')),
    'without data-permalink': drawn(quoted('"'), without(frame, 'data-permalink'), image),
    'without data-media-type': drawn(quoted('"'), without(frame, 'data-media-type'), image),
    'beside a context of null': `<script>{"contextJSON":null,"shortcode":"${CODE}","id":"${ID}"}</script>${plain}`,
  };
  return Object.entries(made).map(([name, body]) => ({ name, html: page(body) }));
};
