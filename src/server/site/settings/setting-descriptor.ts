import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import type { ErrorCode } from '#shared/errors.ts';
import { changedPart } from '#shared/format/setting-text.ts';

/** Outcome of a check: the value in canonical form, or an error code for the problem response. */
export type CheckedValue<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: ErrorCode };

export const accept = <Value>(value: Value): CheckedValue<Value> => ({ ok: true, value });
export const refuse = (code: ErrorCode): CheckedValue<never> => ({ ok: false, code });

/** What the server knows about a setting: how it is checked, read and described. */
export interface SettingDescriptor<Value> {
  readonly schema: z.ZodMiniType<Value>;
  /** Prepares a sent value for the schema. */
  readonly prepare?: (sent: unknown) => unknown;
  /** Returns the error code of a fault that the schema found in a sent value; 'body_invalid' if absent. */
  readonly codeOf?: (issue: z.core.$ZodIssue) => ErrorCode;
  /**
   * Returns the error code of a fault of a sent value that the schema cannot express; null for none. A stored value may have such a fault.
   */
  readonly findFault?: (value: Value) => ErrorCode | null;
  /** Returns a sent or stored value in canonical form, or the error code of a value that must never be used. */
  readonly normalise?: (value: Value) => CheckedValue<Value>;
  /** Returns the form in which a sent value that passed all other checks is stored, or an error code. */
  readonly sanitise?: (value: Value) => Promise<CheckedValue<Value>>;
  /** Adapts a value that another version stored; `fillFields` if absent. */
  readonly adapt?: (stored: unknown, fallback: Value) => unknown;
  /**
   * Describes a value for the activity log; null for an empty one. The log truncates long texts. `before` is the value
   * that this one replaces.
   */
  readonly describe: (value: Value, before?: Value) => string | null;
  /**
   * Describes both sides of a change for the activity log, for a setting whose description depends on more than the values. If absent,
   * `describe` describes each side.
   */
  readonly describeChange?: (before: Value, after: Value) => DescribedChange;
  /**
   * Text between the entries or words of the description, of which the log shows only those that changed; absent: the log shows the whole
   * description.
   */
  readonly separator?: ', ' | ' ';
}

/** A change as the activity log stores it; see `describe` for each side. */
interface DescribedChange {
  readonly before: string | null;
  readonly after: string | null;
}

/** The descriptor of every setting of a group; a setting without one does not compile. */
export type SettingDescriptors<Values> = {
  readonly [Name in keyof Values]: SettingDescriptor<Values[Name]>;
};

/** Returns whether a value is an object other than an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Adapts a stored object to the fields of this version, at any depth: a field that is not stored gets the value of
 * `fallback`, and a field that `fallback` does not have is dropped. Other values, and arrays, are returned unchanged.
 */
export const fillFields = (stored: unknown, fallback: unknown): unknown =>
  isRecord(stored) && isRecord(fallback)
    ? Object.fromEntries(
        Object.entries(fallback).map(([name, value]) => [
          name,
          Object.hasOwn(stored, name) ? fillFields(stored[name], value) : value,
        ]),
      )
    : stored;

/** Drops entries of a stored list whose `field` is a text that is not in `knownValues`. A value that is no list is returned unchanged. */
export const dropUnknown = (stored: unknown, field: string, knownValues: readonly string[]): unknown =>
  Array.isArray(stored)
    ? stored.filter((entry: unknown) => {
        const text = isRecord(entry) ? entry[field] : undefined;
        return typeof text !== 'string' || knownValues.includes(text);
      })
    : stored;

/** Checks a value that a panel sent, and returns it in the form in which it is stored. Unknown fields are rejected at any depth. */
export const checkSetting = async <Value>(
  { schema, prepare, codeOf, findFault, normalise = accept, sanitise }: SettingDescriptor<Value>,
  sent: unknown,
): Promise<CheckedValue<Value>> => {
  const prepared = prepare ? prepare(sent) : sent;
  const parsed = schema.safeParse(prepared);
  if (!parsed.success) {
    const [code = 'body_invalid', ...others] = new Set(
      parsed.error.issues.map((issue) => codeOf?.(issue) ?? 'body_invalid'),
    );
    return refuse(others.length === 0 ? code : 'body_invalid');
  }
  // The schemas strip unknown fields; the sender must learn that they have no effect.
  const fault = isDeepStrictEqual(parsed.data, prepared) ? findFault?.(parsed.data) : 'body_invalid';
  if (fault) return refuse(fault);
  const checked = normalise(parsed.data);
  return checked.ok && sanitise ? sanitise(checked.value) : checked;
};

/**
 * Reads a value that this or another version stored: what this version does not know is dropped, and what is missing is
 * taken from the default `fallback`. Returns undefined for an unreadable value.
 */
const readSetting = <Value>(
  { schema, normalise = accept, adapt = fillFields }: SettingDescriptor<Value>,
  stored: unknown,
  fallback: Value,
): Value | undefined => {
  const parsed = schema.safeParse(adapt(stored, fallback));
  const checked = parsed.success ? normalise(parsed.data) : null;
  return checked?.ok ? checked.value : undefined;
};

export type NameOf<Values> = keyof Values & string;

const namesOf = <Values extends object>(descriptors: SettingDescriptors<Values>): NameOf<Values>[] =>
  Object.keys(descriptors) as NameOf<Values>[];

/**
 * Checks the settings of a change and returns their values. Of several error codes it returns `body_invalid` if present, else that of the
 * first setting with a fault. A setting without a descriptor has the code `body_invalid`.
 */
export const checkChange = async <Values extends object>(
  descriptors: SettingDescriptors<Values>,
  change: Readonly<Record<string, unknown>>,
): Promise<CheckedValue<Partial<Values>>> => {
  const values: Partial<Values> = {};
  const codes: ErrorCode[] = [];
  if (Object.keys(change).some((name) => !Object.hasOwn(descriptors, name))) codes.push('body_invalid');
  for (const name of namesOf(descriptors)) {
    if (change[name] === undefined) continue;
    const checked = await checkSetting(descriptors[name], change[name]);
    if (checked.ok) values[name] = checked.value;
    else codes.push(checked.code);
  }
  const code = codes.find((fault) => fault === 'body_invalid') ?? codes[0];
  return code === undefined ? accept(values) : refuse(code);
};

/**
 * Reads stored settings over the defaults. Calls `onUnreadable` with the name of each unreadable setting. `chosenNames` are the
 * names of the settings that have a readable stored value.
 */
export const readSettings = <Values extends object>(
  descriptors: SettingDescriptors<Values>,
  stored: Readonly<Record<string, unknown>>,
  defaults: Values,
  onUnreadable: (name: NameOf<Values>) => void,
): { readonly values: Values; readonly chosenNames: readonly NameOf<Values>[] } => {
  const values = { ...defaults };
  const chosen: NameOf<Values>[] = [];
  for (const name of namesOf(descriptors)) {
    if (!Object.hasOwn(stored, name)) continue;
    const value = readSetting(descriptors[name], stored[name], defaults[name]);
    if (value === undefined) onUnreadable(name);
    else {
      values[name] = value;
      chosen.push(name);
    }
  }
  return { values, chosenNames: chosen };
};

/** Returns the names of the settings whose values differ between `one` and `other`. */
export const differingSettings = <Values extends object>(
  descriptors: SettingDescriptors<Values>,
  one: Values,
  other: Values,
): NameOf<Values>[] => namesOf(descriptors).filter((name) => !isDeepStrictEqual(one[name], other[name]));

/** Describes both sides of a change for the activity log; with a `separator`, only the entries or words that changed. */
export const describeChange = <Value>(
  descriptor: SettingDescriptor<Value>,
  before: Value,
  after: Value,
): DescribedChange => {
  const change = descriptor.describeChange?.(before, after) ?? {
    before: descriptor.describe(before),
    after: descriptor.describe(after, before),
  };
  if (descriptor.separator === undefined) return change;
  const [one, other] = changedPart(change.before ?? '', change.after ?? '', descriptor.separator);
  return { before: one || null, after: other || null };
};
