import * as z from 'zod';

/** A text with something in it; anything else a provider may put there reads as absent. */
export const textField = z.string().trim().min(1).max(16_384).nullable().catch(null);

/** A short word or name: a quality, an extension, a type. */
export const wordField = textField.pipe(z.string().max(100).nullable()).catch(null);

/** A number above zero, also as a text: 0, "0" and null all mean "unknown". */
export const positiveField = z
  .union([z.number(), z.string().trim().min(1).transform(Number)])
  .pipe(z.number().positive())
  .nullable()
  .catch(null);

/** The same for what is counted in whole ones: bytes, pixels. */
export const wholeField = positiveField.transform((value) =>
  value === null || value > Number.MAX_SAFE_INTEGER ? null : Math.max(1, Math.round(value)),
);

export const flagField = z.boolean().nullable().catch(null);

/** Above this a duration is in milliseconds: no post lasts three hours. */
const SECONDS_MAX = 10_000;

/** Gives seconds from a number of seconds or milliseconds, 'm:ss' or 'h:mm:ss'; null for anything else and for 0. */
export function readDuration(value: unknown): number | null {
  if (typeof value === 'string' && value.includes(':')) {
    const parts = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})$/.exec(value.trim());
    if (parts === null) return null;
    const [, hours = '0', minutes = '0', seconds = '0'] = parts;
    return positiveField.parse(Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds));
  }
  const number = positiveField.parse(value);
  return number !== null && number > SECONDS_MAX ? number / 1_000 : number;
}
