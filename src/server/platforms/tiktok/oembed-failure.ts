import { failed, nonTerminal, terminal } from '../../extraction/engine-failure.ts';
import type { EngineFailure } from '../../extraction/engine-outcome.ts';
import { readJson, textOf, valueAt } from '../../extraction/json-value.ts';

/**
 * Returns the failure of a post whose page states that it does not exist, from the response of TikTok's oEmbed API. If oEmbed knows
 * the post, only this server's region is blocked. If oEmbed rejects it, the post is deleted. Any other response is inconclusive.
 */
export function oembedFailure(status: number, text: string): EngineFailure {
  const answer = readJson(text);
  const isKnown = textOf(valueAt(answer, 'embed_product_id')) ?? textOf(valueAt(answer, 'author_unique_id'));
  if (status === 200 && isKnown !== null) return failed('region');
  return status === 400 || status === 404 || valueAt(answer, 'code') === 400
    ? terminal('gone')
    : nonTerminal('gone');
}
