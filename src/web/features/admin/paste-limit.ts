import type { ClipboardEvent } from 'react';
import { textLimits } from '#messages/text-limits.ts';
import { text } from '#shared/messages/text.ts';
import { notify } from '../../state/notices.ts';

// Browsers silently cut pasted text to the limit of the field. Every field with a limit says so in a notice.

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Returns whether the browser will cut a pasted text because the field would exceed its `maxLength`; false for a field without `maxLength`.
 */
export const exceedsMaxLength = (
  field: Pick<Field, 'value' | 'selectionStart' | 'selectionEnd' | 'maxLength'>,
  pasted: string,
): boolean => {
  if (field.maxLength < 0) return false;
  const replaced = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
  return field.value.length - replaced + pasted.length > field.maxLength;
};

const isPasteCut = ({ currentTarget, clipboardData }: ClipboardEvent<Field>): boolean =>
  exceedsMaxLength(currentTarget, clipboardData.getData('text'));

/** Handles the paste event of a field. Shows a notice if the browser cuts the pasted text to the `maxLength` of the field. */
export function notifyIfCut(event: ClipboardEvent<Field>): void {
  if (isPasteCut(event)) notify(text(textLimits, 'cut', { most: event.currentTarget.maxLength }));
}
