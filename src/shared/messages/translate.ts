import type { Group, NamesIn } from './text.ts';

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void
  ? I
  : never;
/** A sentence with all of the named parameters; any sentence if there are none. */
type Containing<Names> = [Names] extends [never]
  ? string
  : Intersection<Names extends string ? `${string}{${Names}}${string}` : never>;
/**
 * The plural forms of a sentence. Each form contains all parameters of the English forms; `count` may be missing in every form but `other`.
 */
type Forms<M> = { readonly other: Containing<NamesIn<M[keyof M]>> } & {
  readonly [C in Exclude<Intl.LDMLPluralRule, 'other'>]?: Containing<Exclude<NamesIn<M[keyof M]>, 'count'>>;
};

/**
 * Sentences of a group in another language. A key may be left out. A sentence must contain at least the parameters of the English one, in
 * any order.
 */
export type Translation<G extends Group> = {
  readonly [K in keyof G]?: G[K] extends string ? Containing<NamesIn<G[K]>> : Forms<G[K]>;
};

/** Returns a group in another language: its translated sentences, and the English ones for the keys that are left out. */
export const translate = <const G extends Group>(
  english: G,
  translation: Translation<NoInfer<G>>,
): Group => ({
  ...english,
  ...translation,
});
