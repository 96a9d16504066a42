import * as z from 'zod';

/** Schema of a text that is not blank; any other value becomes null. */
export const textField = z.string().trim().min(1).max(16_384).nullable().catch(null);

/** Schema of a short text such as a quality, an extension or a type; any other value becomes null. */
export const shortTextField = textField.pipe(z.string().max(100).nullable()).catch(null);

/** Schema of a positive number or a string that contains one. Other values become null; providers send 0, "0" and null for "unknown". */
export const positiveField = z
  .union([z.number(), z.string().trim().min(1).transform(Number)])
  .pipe(z.number().positive())
  .nullable()
  .catch(null);

/** Schema of a positive integer, such as a number of bytes or pixels. Rounds fractions; values that are too large become null. */
export const wholeField = positiveField.transform((value) =>
  value === null || value > Number.MAX_SAFE_INTEGER ? null : Math.max(1, Math.round(value)),
);

/** Schema of a handle, with or without '@'; any other value, such as a display name, becomes null. */
export const handleField = z
  .string()
  .trim()
  .regex(/^@?[\w.]{1,64}$/)
  .transform((handle) => handle.replace('@', ''))
  .nullable()
  .catch(null);

/** Schema of a boolean; any other value becomes null. */
export const flagField = z.boolean().nullable().catch(null);

/** Longest duration in seconds. A larger number is in milliseconds, because no post lasts three hours. */
const SECONDS_MAX = 10_000;

/** Parses a duration (a number of seconds or milliseconds, 'm:ss' or 'h:mm:ss') to seconds; null for any other value and for 0. */
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
