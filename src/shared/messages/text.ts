import { LANGUAGE } from '#messages/language.ts';

type Category = Intl.LDMLPluralRule;
/**
 * A sentence in each plural form of the language: `{ one: '{count} file', other: '{count} files' }`. The parameter `count` decides which
 * form is used.
 */
type Plural = { readonly other: string } & Readonly<Partial<Record<Category, string>>>;
type Message = string | Plural;
/** The sentences of one part of the product by key. Braces mark a sentence's parameters: 'Try again in {seconds} s'. */
export type Group = Readonly<Record<string, Message>>;

/** Names of a sentence's parameters. */
export type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type NamesOf<M> = M extends string ? NamesIn<M> : 'count' | NamesIn<M[keyof M]>;
type Value<Name> = Name extends 'count' ? number : string | number;
type Parameters<M, Names extends string = NamesOf<M> & string> = [Names] extends [never]
  ? []
  : [{ readonly [Name in Names]: Value<Name> }];
type Key<G, M = Message> = { [K in keyof G]: G[K] extends M ? K : never }[keyof G] & string;

const PARAMETER = /\{(\w+)\}/gu;

// Both are created when first used: creating the first formatter of a page loads the language's data, which would delay the first paint.
let plurals: Intl.PluralRules | undefined;
let numbers: Intl.NumberFormat | undefined;

const pluralCategory = (count: number): Category => {
  plurals ??= new Intl.PluralRules(LANGUAGE);
  return plurals.select(count);
};

const formatNumber = (value: number): string => {
  // English writes whole numbers as JavaScript does. Creating a formatter blocks a phone for tens of milliseconds.
  if (LANGUAGE === 'en' && Number.isSafeInteger(value)) return String(value);
  numbers ??= new Intl.NumberFormat(LANGUAGE, { useGrouping: false });
  return numbers.format(value);
};

/**
 * Returns the sentence of `key`, in the plural form for `count`, with its parameters filled in. Numbers are written in the language's
 * digits, without grouping.
 */
export function text<const G extends Group, K extends Key<G>>(
  group: G,
  key: K,
  ...[parameters]: Parameters<G[K]>
): string {
  const message = group[key] as Message;
  const values = parameters as Readonly<Record<string, string | number>> | undefined;
  const sentence =
    typeof message === 'string'
      ? message
      : (message[pluralCategory(Number(values?.['count']))] ?? message.other);
  return values === undefined
    ? sentence
    : sentence.replace(PARAMETER, (_, name: string) => {
        const value = values[name] ?? '';
        return typeof value === 'number' ? formatNumber(value) : value;
      });
}

/** Returns the sentence of `key` with its parameters unfilled, for a place that fills them in later. */
export const template = <G extends Group>(group: G, key: Key<G, string>): string => group[key] as string;

/**
 * Splits a sentence that contains one marked part, such as 'Go to <link>settings</link>.', into the text before, inside
 * and after the mark.
 */
export const textParts = <G extends Group>(
  group: G,
  key: Key<G, `${string}<${string}>${string}</${string}>${string}`>,
): readonly [before: string, inside: string, after: string] => {
  const [before = '', inside = '', after = ''] = (group[key] as string).split(/<\/?\w+>/u);
  return [before, inside, after];
};
