import { describe, expect, it } from 'vitest';
import { downloadPanel } from '#messages/download-panel.ts';
import { text } from '#shared/messages/text.ts';
import { createRefusalFailure } from './save-request.ts';

describe('createRefusalFailure', () => {
  it("has the server's sentence if there is one", () => {
    const messageFor = (detail: string) =>
      createRefusalFailure(400, { status: 400, code: 'ticket_invalid', title: 'x', detail }).message;
    expect(messageFor('Slow down.')).toBe('Download failed: Slow down.');
    expect(messageFor('Download failed: x')).toBe('Download failed: x');
    expect(messageFor(text(downloadPanel, 'downloadFailed'))).toBe('Download failed. Please try again.');
    expect(createRefusalFailure(500, null).message).toBe('Download failed. Please try again.');
  });

  it('says why beside the general sentence', () => {
    const reasons = [429, 410, 500].map((status) => createRefusalFailure(status, null).reason);
    expect(reasons).toEqual([
      text(downloadPanel, 'reasons.limit'),
      text(downloadPanel, 'reasons.gone'),
      text(downloadPanel, 'reasons.refused'),
    ]);
  });
});
