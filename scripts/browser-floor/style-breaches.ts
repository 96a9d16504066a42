import postcss, { type AtRule, type Declaration } from 'postcss';
import { readKnownFeatures } from './known-features.ts';
import type { Breach } from './script-breaches.ts';

/** Features without which the pages work just as well, with what a browser that lacks them does. */
const ORNAMENTS: Readonly<Record<string, string>> = {
  'css.properties.accent-color': 'draws boxes and sliders in its own colour (listed as partial for contrast)',
  'css.properties.content-visibility': 'draws a part that is off the screen too',
  'css.properties.cursor': 'shows no pointer: a phone',
  'css.properties.font-family.ui-monospace': 'takes the next font of the list',
  'css.properties.forced-color-adjust': 'has no forced colours',
  'css.properties.overflow-anchor': 'never keeps its place when something above grows',
  'css.properties.overscroll-behavior':
    'scrolls the page behind a list that is at its end (listed as partial)',
  'css.properties.overscroll-behavior-x': 'the same, sideways',
  'css.properties.resize': 'shows a text field without a handle: a phone',
  'css.properties.scrollbar-width': 'shows the scrollbar of a row of tabs',
  'css.properties.text-wrap.pretty': 'breaks lines as always',
  'css.selectors.marker': 'draws the marker of a list in the colour of the text (listed as partial)',
};
const isOrnament = (key: string): boolean =>
  Object.keys(ORNAMENTS).some((ornament) => key === ornament || key.startsWith(`${ornament}.`));

const VENDOR = /^-(?:webkit|moz|ms)-/u;
const NESTED = /(?:^|[\s{])&/u;
const PSEUDO = /::?([a-z][a-z-]*)/gu;
const WORD = /(?:^|[\s,(])([a-z][a-z-]*)(?=$|[\s,)(])/gu;

const isInSupports = (node: Declaration | AtRule): boolean => {
  for (let parent = node.parent; parent !== undefined; parent = parent.parent as typeof parent)
    if (parent.type === 'atrule' && (parent as AtRule).name === 'supports') return true;
  return false;
};

/** Returns whether the rule also has this property with a prefix, or with an earlier value as a fallback. */
const hasFallback = (declaration: Declaration): boolean => {
  let hasOne = false;
  declaration.parent?.each((other) => {
    if (other.type !== 'decl' || other === declaration) return;
    if (other.prop === declaration.prop || other.prop.replace(VENDOR, '') === declaration.prop) hasOne = true;
  });
  return hasOne;
};

/**
 * Returns what a built style sheet uses although a browser of the floor lacks it: properties and values without a
 * fallback in the same rule, selectors, at-rules and functions. What stands in `@supports` is a fallback by itself.
 */
export function styleBreaches(css: string): readonly Breach[] {
  const known = readKnownFeatures();
  const breaches = new Map<string, Breach>();
  const note = (key: string, what: string): void => {
    const lacking = known.get(key) ?? [];
    if (lacking.length > 0 && !isOrnament(key))
      breaches.set(key, { key, reason: `${what}; lacking in ${lacking.join(', ')}` });
  };
  const noteDeclaration = (declaration: Declaration): void => {
    const { prop, value } = declaration;
    if (prop.startsWith('--') || VENDOR.test(prop) || isInSupports(declaration) || hasFallback(declaration))
      return;
    note(`css.properties.${prop}`, prop);
    for (const [, word = ''] of value.matchAll(WORD)) {
      note(`css.properties.${prop}.${word}`, `${prop}: ${word}`);
      note(`css.types.${word}`, `${word}() or ${word}`);
      note(`css.types.color.${word}`, `the colour ${word}`);
    }
  };
  const noteSelector = (selector: string): void => {
    for (const [, name = ''] of selector.matchAll(PSEUDO)) note(`css.selectors.${name}`, `:${name}`);
    if (NESTED.test(selector)) note('css.selectors.nesting', 'a nested rule');
  };
  postcss.parse(css).walk((node) => {
    if (node.type === 'atrule') note(`css.at-rules.${node.name}`, `@${node.name}`);
    else if (node.type === 'rule') noteSelector(node.selector);
    else if (node.type === 'decl') noteDeclaration(node);
  });
  return [...breaches.values()];
}
