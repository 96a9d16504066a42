/**
 * Texts of the alerts about previews, which the server sends to the owner's webhook. `success` is the percentage of the last `tries`
 * previews that worked; `cause` and `advice` are sentences of `failureAdvice`.
 */
export const alert = {
  failing: '{platform} previews are failing: {success}% of the last {tries} attempts succeeded.',
  failingBecause:
    '{platform} previews are failing: {success}% of the last {tries} attempts succeeded. {cause} {advice}',
  /** Follows the sentence of the cause `unlisted_host` and names the host. */
  host: 'It is {host}.',
  test: 'This is a test from {site}. Alerts arrive here.',
  recovered: '{platform} previews work again: {success}% of the last {tries} attempts succeeded.',
} as const;
