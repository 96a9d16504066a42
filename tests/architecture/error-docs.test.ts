import { describe, expect, it } from 'vitest';
import { ERROR_STATUS } from '../../src/shared/errors.ts';
import { readFiles } from './source-files.ts';

/** Parses the rows of the error table: status by code. */
const documented = (markdown: string): Record<string, number> =>
  Object.fromEntries(
    [...markdown.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, status, code]) => [
      code ?? '',
      Number(status),
    ]),
  );

describe('docs/http-api.md', () => {
  it('lists every error code with its status, and no other', () => {
    const [page] = readFiles(['docs/http-api.md'], /./);
    expect(documented(page?.text ?? '')).toEqual(ERROR_STATUS);
  });

  it('is parsed row by row', () => {
    expect(documented('| 404 | `gone` | x |\n| 400 `broken`\n| 429 | `rate_limited` | y |\n')).toEqual({
      gone: 404,
      rate_limited: 429,
    });
  });
});
