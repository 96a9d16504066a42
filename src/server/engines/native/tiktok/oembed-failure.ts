import type { EngineFailure } from '../../engine.ts';
import { failed, nonTerminal, terminal } from '../../engine-failure.ts';
import { readJson, textOf, valueAt } from '../../json-value.ts';

/**
 * Gives what oEmbed says of a post whose page claims it does not exist: where oEmbed knows it, the page is closed to
 * our address only; where oEmbed refuses it, it is gone; anything else proves nothing.
 */
export function oembedFailure(status: number, text: string): EngineFailure {
  const answer = readJson(text);
  const isKnown = textOf(valueAt(answer, 'embed_product_id')) ?? textOf(valueAt(answer, 'author_unique_id'));
  if (status === 200 && isKnown !== null) return failed('region');
  return status === 400 || status === 404 || valueAt(answer, 'code') === 400
    ? terminal('gone')
    : nonTerminal('gone');
}
