/** The text of alerts, which the server sends to the owner's webhook. `success` is the percentage of the last `tries` previews that worked. */
export const alert = {
  failing: '{platform} previews are failing: {success}% of the last {tries} attempts succeeded.',
  recovered: '{platform} previews work again: {success}% of the last {tries} attempts succeeded.',
} as const;
