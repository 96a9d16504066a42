import {
  type AnyNode,
  type Expression,
  type Identifier,
  type MemberExpression,
  type Pattern,
  type Program,
  type Property,
  parse,
} from 'acorn';
import { ancestor, full } from 'acorn-walk';
import { SYNTAX_FLOOR } from './browser-floor.ts';
import { readKnownFeatures } from './known-features.ts';

/** Use of something that a browser of the floor lacks. */
export interface Breach {
  /** Key in MDN's compatibility data; `syntax` for syntax. */
  readonly key: string;
  readonly reason: string;
}

/** Names shorter than this are the minifier's. */
const GLOBAL_NAME = /^[A-Za-z]{4,}$/u;
/** APIs that exist wherever another one does, which the script tests instead. */
const TESTED_WITH: Readonly<Record<string, string>> = {
  exitFullscreen: 'requestFullscreen',
  share: 'canShare',
};
/** Keys that need no test, with the reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  'api.Window.open': 'iOS is listed as partial: it ignores sizes of windows, which nothing here gives',
};

/** Objects of a page by the interface they implement. */
const INTERFACE_OF: Readonly<Record<string, string>> = {
  window: 'Window',
  self: 'Window',
  globalThis: 'Window',
  document: 'Document',
  navigator: 'Navigator',
  location: 'Location',
  history: 'History',
  screen: 'Screen',
  performance: 'Performance',
  crypto: 'Crypto',
};

/** Built-in classes whose methods have the names of every library's methods, such as `map` and `use`. */
const COMMON_NAMES = /^(?:Atomics|SuppressedError|(?:Async)?(?:Iterator|DisposableStack))$/u;

interface KnownMembers {
  readonly known: ReadonlyMap<string, readonly string[]>;
  /** Names of the language's methods that no class within the floor has, with their keys. */
  readonly above: ReadonlyMap<string, readonly string[]>;
}

/** Groups the language's members by their name, because a built script does not say which class an object is of. */
function groupMembers(known: ReadonlyMap<string, readonly string[]>): KnownMembers {
  const within = new Set<string>();
  const above = new Map<string, string[]>();
  for (const [key, lacking] of known) {
    const [javascript, builtins, owner = '', member, ...deeper] = key.split('.');
    if (`${javascript}.${builtins}` !== 'javascript.builtins' || member === undefined || deeper.length > 0)
      continue;
    if (lacking.length === 0) within.add(member);
    else if (!COMMON_NAMES.test(owner)) above.set(member, [...(above.get(member) ?? []), key]);
  }
  for (const name of within) above.delete(name);
  return { known, above };
}

let members: KnownMembers | null = null;

const nameOf = (node: AnyNode): string | null => (node.type === 'Identifier' ? node.name : null);
/** Returns a string that the script writes out, in any quotes; null for other nodes. */
const stringOf = (node: AnyNode): string | null => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return null;
  return node.quasis[0]?.value.cooked ?? null;
};
/** Returns the name of a member that the script writes out: `a.b`, `a['b']`. */
const memberOf = ({ property, computed }: MemberExpression): string | null =>
  computed ? stringOf(property) : nameOf(property);

const isNothing = (node: AnyNode): boolean =>
  nameOf(node) === 'undefined' ||
  stringOf(node) !== null ||
  (node.type === 'Literal' && node.value === null) ||
  (node.type === 'UnaryExpression' && node.operator === 'void');

/** Returns whether this parent only asks whether the node exists, or does nothing when it does not. */
function isTest(node: AnyNode, parent: AnyNode | undefined): boolean {
  if (parent === undefined) return false;
  switch (parent.type) {
    case 'UnaryExpression':
      return parent.operator === 'typeof' || parent.operator === '!';
    case 'BinaryExpression':
      return (
        ['==', '===', '!=', '!=='].includes(parent.operator) && [parent.left, parent.right].some(isNothing)
      );
    case 'LogicalExpression':
      return parent.left === node;
    case 'ConditionalExpression':
    case 'IfStatement':
      return parent.test === node;
    case 'CallExpression':
      return parent.callee === node && parent.optional;
    case 'MemberExpression':
      return parent.object === node && parent.optional;
    default:
      return false;
  }
}

/** Returns whether this parent fails when the node is undefined; merely reading a member does not. */
const needs = (node: AnyNode, parent: AnyNode | undefined): boolean =>
  ((parent?.type === 'CallExpression' || parent?.type === 'NewExpression') && parent.callee === node) ||
  (parent?.type === 'MemberExpression' && parent.object === node);

/** Returns the keys that a use of `object.member` may mean, of features above the floor. */
function keysAbove(
  { known, above }: KnownMembers,
  object: Expression | null,
  member: string,
): readonly string[] {
  const name = object === null ? null : nameOf(object);
  const isAbove = (key: string): boolean => (known.get(key)?.length ?? 0) > 0;
  if (name !== null && name in INTERFACE_OF) {
    const type = INTERFACE_OF[name] ?? '';
    const keys = [`api.${type}.${member}`];
    if (type === 'Window') keys.push(`api.${member}`, `javascript.builtins.${member}`);
    if (keys.some((key) => known.has(key))) return keys.filter(isAbove);
  } else if (name !== null && /^[A-Z]\w{2,}$/u.test(name)) {
    const keys = [
      `javascript.builtins.${name}.${member}`,
      `api.${name}.${member}_static`,
      `api.${name}.${member}`,
    ];
    if (keys.some((key) => known.has(key))) return keys.filter(isAbove);
    if (known.has(`javascript.builtins.${name}`) || known.has(`api.${name}`)) return [];
  }
  return above.get(member) ?? [];
}

interface Use {
  readonly keys: readonly string[];
  readonly name: string;
  readonly isTest: boolean;
}

/** Returns the names that the script declares itself: they mean no global. */
function declaredIn(program: Program): ReadonlySet<string> {
  const declared = new Set<string>();
  full(program, (node) => {
    if (node.type === 'VariableDeclarator') for (const name of namesOf(node.id)) declared.add(name);
    else if ('params' in node && Array.isArray(node.params))
      for (const name of (node.params as Pattern[]).flatMap(namesOf)) declared.add(name);
    else if (node.type.startsWith('Import') && 'local' in node) declared.add((node.local as Identifier).name);
    if (
      (node.type.startsWith('Function') || node.type.startsWith('Class')) &&
      'id' in node &&
      node.id !== null
    )
      declared.add((node.id as Identifier).name);
  });
  return declared;
}

const namesOf = (pattern: Pattern | Property): string[] => {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((part) =>
        namesOf(part.type === 'Property' ? part.value : part.argument),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((part) => (part === null ? [] : namesOf(part)));
    case 'AssignmentPattern':
      return namesOf(pattern.left);
    case 'RestElement':
      return namesOf(pattern.argument);
    default:
      return [];
  }
};

function usesIn(program: Program, all: KnownMembers): readonly Use[] {
  const uses: Use[] = [];
  const declared = declaredIn(program);
  const note = (keys: readonly string[], name: string, test: boolean): void => {
    if (keys.length > 0 || test) uses.push({ keys, name, isTest: test });
  };
  ancestor(program, {
    Identifier(node, _state, ancestors) {
      if (declared.has(node.name) || !GLOBAL_NAME.test(node.name)) return;
      const keys = [`api.${node.name}`, `api.Window.${node.name}`, `javascript.builtins.${node.name}`];
      const above = keys.filter((key) => (all.known.get(key)?.length ?? 0) > 0);
      note(above, node.name, isTest(node, ancestors.at(-2)));
    },
    MemberExpression(node, _state, ancestors) {
      const name = memberOf(node);
      const owner = nameOf(node.object);
      // Private members and results of computations have no name.
      if (
        name === null ||
        node.object.type === 'Super' ||
        (owner !== null && owner.length > 2 && declared.has(owner))
      )
        return;
      // A chain such as `a?.b` is a node around its last member.
      const isChain = ancestors.at(-2)?.type === 'ChainExpression';
      const [parent, subject] = isChain
        ? [ancestors.at(-3), ancestors.at(-2) ?? node]
        : [ancestors.at(-2), node];
      const test = isTest(subject, parent);
      if (test || needs(node, parent)) note(keysAbove(all, node.object, name), name, test);
    },
    BinaryExpression(node) {
      if (node.operator !== 'in' || node.left.type === 'PrivateIdentifier') return;
      const name = stringOf(node.left);
      if (name !== null) note(keysAbove(all, node.right, name), name, true);
    },
  });
  return uses;
}

/**
 * Returns what a built script uses although a browser of the floor lacks it: newer syntax, and newer APIs that the same
 * script never tests for.
 */
export function scriptBreaches(code: string): readonly Breach[] {
  let program: Program;
  try {
    program = parse(code, { ecmaVersion: SYNTAX_FLOOR, sourceType: 'module' });
  } catch (error) {
    return [{ key: 'syntax', reason: `syntax after ECMAScript ${String(SYNTAX_FLOOR)}: ${String(error)}` }];
  }
  members ??= groupMembers(readKnownFeatures());
  const uses = usesIn(program, members);
  const tested = new Set(uses.filter((use) => use.isTest).map(({ name }) => name));
  const breaches = new Map<string, Breach>();
  for (const { keys, name } of uses) {
    const [key = name] = keys;
    if (keys.length > 0 && !tested.has(name) && !(key in EXEMPT) && !tested.has(TESTED_WITH[name] ?? name))
      breaches.set(key, {
        key,
        reason: `${name} without a feature test; lacking in ${lacking(members, keys)}`,
      });
  }
  return [...breaches.values()];
}

const lacking = ({ known }: KnownMembers, keys: readonly string[]): string =>
  [...new Set(keys.flatMap((key) => known.get(key) ?? []))].join(', ');
