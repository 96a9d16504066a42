import { describe, expect, it } from 'vitest';
import { failed, MARKED_PRIVATE, nonTerminal, terminal, withCause } from './engine-failure.ts';
import { FAILURE_CAUSES } from './failure-cause.ts';
import { findingOf } from './finding.ts';
import { LIMITED_PAGE } from './source-pause.ts';

describe('findingOf', () => {
  it.each([
    [withCause(nonTerminal('rate_limited'), 'login_wall'), 'login_wall'],
    [LIMITED_PAGE, 'empty_page'],
    [withCause(nonTerminal('rate_limited'), 'challenge'), 'challenge'],
    [withCause(nonTerminal('rate_limited'), 'http_429'), 'limited'],
    [{ ...nonTerminal('rate_limited'), cause: 'source_resting' }, 'limited'],
    [withCause(nonTerminal('rate_limited'), 'http_403'), 'refused'],
    [withCause(nonTerminal('network'), 'unresolved'), 'no_network'],
    [withCause(nonTerminal('network'), 'proxy-refused'), 'proxy'],
    [withCause(nonTerminal('rate_limited'), 'proxy_budget'), 'proxy_budget'],
    [withCause(failed('upstream_error'), 'http_502'), 'upstream_error'],
    [withCause(failed('upstream_error'), 'http_5xx'), 'upstream_error'],
    [withCause(terminal('gone'), 'http_404'), 'gone'],
    [withCause(failed('page_refused'), 'http_418'), 'refused'],
    [withCause(failed('provider_key'), 'http_402'), 'service_key'],
    [withCause(failed('provider_key'), 'http_401'), 'service_key'],
    [withCause(failed('posts_withheld'), 'page_without_data'), 'empty_page'],
    [withCause(nonTerminal('rate_limited'), 'quota_used_up'), 'service_quota'],
    [failed('page_unreadable'), 'unreadable'],
    [failed('upstream_timeout'), 'slow'],
    [failed('region'), 'region'],
    [MARKED_PRIVATE, 'private'],
    [nonTerminal('no_media'), 'no_media'],
    [{ ...nonTerminal('no_media'), host: 'cdn.example.net' }, 'unlisted_host'],
  ] as const)('of %j is %s', (failure, finding) => expect(findingOf(failure)).toBe(finding));

  it('is known for every cause', () => {
    for (const cause of FAILURE_CAUSES)
      expect(findingOf(withCause(failed('upstream_error'), cause)), cause).toMatch(/^[a-z_]+$/);
  });
});
