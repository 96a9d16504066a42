/** Largest number of values that one path yields, and of elements that one `[*]` visits. */
const VALUES_MAX = 200;

/** Place in an answer that a path starts at: the whole answer for `$`, otherwise the current value. */
export interface JsonPlace {
  readonly root: unknown;
  readonly value: unknown;
}

type Step = string | number | '*';
interface ParsedPath {
  readonly fromRoot: boolean;
  readonly steps: readonly { readonly every: boolean; readonly key: Step }[];
}

/** Parses a path that the schema of a definition has accepted. */
function parsePath(path: string): ParsedPath {
  const steps = [...path.matchAll(/\[(\*|\d+)\]|([\w-]+)/g)].map(([, index, key]) =>
    index === '*' ? { every: true, key: '*' as const } : { every: false, key: key ?? Number(index) },
  );
  return { fromRoot: path.startsWith('$'), steps };
}

function childOf(value: unknown, key: Step): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<Step, unknown>>)[key];
}

/**
 * Returns the values that a path names, at most 200; an empty array if there are none. `[*]` stands for every element of a list. Inherited
 * properties are ignored. The cost is bounded by the length of the path times 200, whatever the answer contains.
 */
export function valuesAt(path: string, { root, value }: JsonPlace): readonly unknown[] {
  const { fromRoot, steps } = parsePath(path);
  let values: readonly unknown[] = [fromRoot ? root : value];
  for (const { every, key } of steps)
    values = values
      .flatMap((one) => (every ? (Array.isArray(one) ? one.slice(0, VALUES_MAX) : []) : [childOf(one, key)]))
      .filter((one) => one !== undefined)
      .slice(0, VALUES_MAX);
  return values;
}

/** Returns whether a value says something: null, blank text and an empty list do not. */
const isGiven = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  !(typeof value === 'string' && value.trim() === '') &&
  !(Array.isArray(value) && value.length === 0);

/** Returns the first value that one of the paths names; undefined if none does. The first element stands for a list. */
export function firstAt(paths: string | readonly string[] | undefined, place: JsonPlace): unknown {
  for (const path of paths === undefined ? [] : [paths].flat()) {
    const found = valuesAt(path as string, place)
      .map((value) => (Array.isArray(value) ? value.find(isGiven) : value))
      .find(isGiven);
    if (found !== undefined) return found;
  }
  return undefined;
}
