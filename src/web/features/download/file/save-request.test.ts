import { describe, expect, it } from 'vitest';
import { downloadPanel } from '#messages/download-panel.ts';
import { text } from '#shared/messages/text.ts';
import { refusalMessage } from './save-request.ts';

describe('refusalMessage', () => {
  it("returns the server's reason if there is one", () => {
    const problemWith = (detail: string) => ({
      status: 429,
      code: 'rate_limited' as const,
      title: 'x',
      detail,
    });
    expect(refusalMessage(problemWith('Slow down.'))).toBe('Download failed: Slow down.');
    expect(refusalMessage(problemWith('Download failed: x'))).toBe('Download failed: x');
    expect(refusalMessage(problemWith(text(downloadPanel, 'downloadFailed')))).toBe(
      'Download failed. Please try again.',
    );
    expect(refusalMessage(null)).toBe('Download failed. Please try again.');
  });
});
