import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { raisePanelToast } from './raise-panel-toast.ts';

vi.mock('react-hot-toast/headless', () => ({
  toast: Object.assign(vi.fn(), { success: vi.fn(), error: vi.fn() }),
}));

describe('raisePanelToast', () => {
  afterEach(() => void vi.clearAllMocks());

  it.each([
    ['blank', toast, 4_000, 'polite'],
    ['success', toast.success, 3_000, 'polite'],
    ['error', toast.error, 5_000, 'assertive'],
  ] as const)('shows a notice of the type %s as long as the panel does', (type, raised, duration, live) => {
    raisePanelToast({ type, text: 'Words', voice: 'spoken' });
    expect(raised).toHaveBeenCalledExactlyOnceWith('Words', {
      duration,
      ariaProps: expect.objectContaining({ 'aria-live': live }),
    });
  });

  it('does not announce a silent notice', () => {
    raisePanelToast({ type: 'error', text: 'Words', voice: 'silent' });
    expect(toast.error).toHaveBeenCalledWith(
      'Words',
      expect.objectContaining({ ariaProps: expect.objectContaining({ 'aria-live': 'off' }) }),
    );
  });
});
