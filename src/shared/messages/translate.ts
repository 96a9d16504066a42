import type { Group, NamesIn } from './text.ts';

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void
  ? I
  : never;
/** Any sentence with the named parameters. */
type Containing<Names> = [Names] extends [never]
  ? string
  : Intersection<Names extends string ? `${string}{${Names}}${string}` : never>;
type Forms<M> = { readonly other: Containing<NamesIn<M[keyof M]>> } & {
  readonly [C in Exclude<Intl.LDMLPluralRule, 'other'>]?: Containing<Exclude<NamesIn<M[keyof M]>, 'count'>>;
};

/** The sentences of a group in another language: any of its keys, each with the parameters of the English sentence. */
export type Translation<G extends Group> = {
  readonly [K in keyof G]?: G[K] extends string ? Containing<NamesIn<G[K]>> : Forms<G[K]>;
};

/** Returns the English group with the sentences of another language in place of its own. */
export const translate = <const G extends Group>(english: G, own: Translation<NoInfer<G>>): Group => ({
  ...english,
  ...own,
});
