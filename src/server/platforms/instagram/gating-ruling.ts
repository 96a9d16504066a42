import { failed, terminal, withCause } from '../reading/engine-failure.ts';
import type { EngineFailure } from '../reading/engine-outcome.ts';
import { recordOf, valueAt } from '../reading/json-value.ts';

/** Limits of the words that are read from a ruling; real ones are a title and a sentence. */
const WORDS_MAX = 20;
const WORD_MAX_CHARACTERS = 500;

const REGION =
  /\b(?:region|countr|territor|location|jurisdiction|geo(?:block|fenc|gat|restrict|\b)|where you\b)/i;
const AGE =
  /\b(?:age|aged|age[- ]?(?:gate|restrict)\w*|adults?|mature|minors?|underage|years old|18|21)\b|restricted video/i;
const SENSITIVE =
  /sensitiv|\bgraphic|violen|\bnud(?:e|ity)|disturbing|upsetting|offensive|comfortable|\bexplicit/i;
const PERSONAL = /\bprivate\b|\bfollow(?:ers?|ing)?\b/i;

/** Failure of a post that Instagram withholds without saying why, which it also does to single servers. */
export const GATED: EngineFailure = withCause(failed('unreadable_here'), 'gated');

/**
 * Returns the failure that a ruling states: the `title`, `description` or `type` of `gating_ruling` or `get_ruling_for_content`; GATED
 * for unknown words, null for a value that states nothing.
 */
export function failureOfRuling(ruling: unknown): EngineFailure | null {
  const words = wordsOf(ruling);
  if (words.length === 0) return recordOf(ruling) === null ? null : GATED;
  const all = words.join('\n');
  const titled = failureOfWords(wordsOf(valueAt(ruling, 'title')).join('\n'));
  return titled ?? failureOfWords(all) ?? GATED;
}

/** Returns the failure that words state; null for unknown ones. */
function failureOfWords(words: string): EngineFailure | null {
  const closed = AGE.test(words) ? 'age_restricted' : SENSITIVE.test(words) ? 'sensitive' : null;
  // An age limit may name the country whose law sets it.
  if (REGION.test(words) && (closed === null || /available/i.test(words)))
    return withCause(failed('region'), 'region_locked');
  if (closed !== null) return withCause(terminal('private'), closed);
  return PERSONAL.test(words) ? withCause(terminal('private'), 'private_post') : null;
}

/** Returns the texts of a ruling, itself a text or an object of texts or of such objects, without addresses. */
function wordsOf(ruling: unknown, depth = 0): readonly string[] {
  if (typeof ruling === 'string') {
    const word = ruling
      .slice(0, WORD_MAX_CHARACTERS)
      .replaceAll(/[_\s]+/g, ' ')
      .trim();
    return word === '' || /^https?:/i.test(word) ? [] : [word];
  }
  if (typeof ruling !== 'object' || ruling === null || depth > 2) return [];
  return Object.entries(ruling)
    .slice(0, WORDS_MAX)
    .filter(([key]) => key !== '__typename')
    .flatMap(([, value]) => wordsOf(value, depth + 1));
}
