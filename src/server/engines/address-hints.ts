import { positiveOf, readJson, textOf, valueAt } from './json-value.ts';

/** What the address of a file on Instagram's delivery network says of the file. */
export interface AddressHints {
  /** Pixels. */
  readonly shortSide: number | null;
  /** Seconds. */
  readonly duration: number | null;
}

/**
 * Reads the `efg` query of an address: base64url JSON with a name like 'xpv_progressive.INSTAGRAM.CLIPS.C3.720.dash_baseline_1_v1'.
 * Both hints are null where there is none. Throws TypeError when the address is no absolute URL.
 */
export function addressHints(address: string): AddressHints {
  const efg = new URL(address).searchParams.get('efg') ?? '';
  const hints = readJson(Buffer.from(efg, 'base64url').toString('utf8'));
  const rung = /\.(\d{3,4})\./.exec(textOf(valueAt(hints, 'vencode_tag')) ?? '')?.[1];
  return { shortSide: positiveOf(rung), duration: positiveOf(valueAt(hints, 'duration_s')) };
}
