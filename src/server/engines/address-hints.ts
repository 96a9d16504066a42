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

/** What the address of a picture on Instagram's delivery network says of how it was made from the original. */
export interface PictureHints {
  readonly cropped: boolean;
  /** Pixels of the box the picture was fitted into, null for the original size. */
  readonly box: number | null;
}

/** Reads the `stp` query of an address, like 'c0.140.720.720a_dst-jpg_e35_s320x320_tt6'. An address without one is of an original. */
export function pictureHints({ searchParams }: URL): PictureHints {
  const stp = searchParams.get('stp') ?? '';
  const box = /(?:^|_)[sp](\d{2,5})x\d{2,5}(?:_|$)/.exec(stp)?.[1];
  return {
    cropped: /(?:^|_)c\d+\.\d+\.\d+\.\d+a?(?:_|$)/.test(stp),
    box: box === undefined ? null : Number(box),
  };
}
