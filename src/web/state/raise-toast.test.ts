import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dismissErrorToasts, PANEL_TOAST_MS, PUBLIC_TOAST_MS, raiseToast } from './raise-toast.ts';

vi.mock('react-hot-toast/headless', () => ({
  toast: Object.assign(vi.fn(), {
    success: vi.fn(() => 'success'),
    error: vi.fn(() => 'error'),
    dismiss: vi.fn(),
  }),
}));

describe('raiseToast', () => {
  afterEach(() => void vi.clearAllMocks());

  it.each([
    ['the panel', 'blank', PANEL_TOAST_MS, toast, 4_000, 'polite'],
    ['the panel', 'success', PANEL_TOAST_MS, toast.success, 3_000, 'polite'],
    ['the panel', 'error', PANEL_TOAST_MS, toast.error, 5_000, 'assertive'],
    ['the public page', 'blank', PUBLIC_TOAST_MS, toast, 4_000, 'polite'],
    ['the public page', 'success', PUBLIC_TOAST_MS, toast.success, 2_000, 'polite'],
    ['the public page', 'error', PUBLIC_TOAST_MS, toast.error, 4_000, 'assertive'],
  ] as const)(
    'shows for %s a notice of the type %s for its time',
    (_where, type, times, raised, duration, live) => {
      raiseToast({ type, text: 'Words', voice: 'spoken' }, times);
      expect(raised).toHaveBeenCalledExactlyOnceWith('Words', {
        duration,
        ariaProps: expect.objectContaining({ 'aria-live': live }),
      });
    },
  );

  it('does not announce a silent notice', () => {
    raiseToast({ type: 'error', text: 'Words', voice: 'silent' }, PANEL_TOAST_MS);
    expect(toast.error).toHaveBeenCalledWith(
      'Words',
      expect.objectContaining({ ariaProps: expect.objectContaining({ 'aria-live': 'off' }) }),
    );
  });

  it('removes each error once, and no other notice', () => {
    dismissErrorToasts();
    vi.clearAllMocks();
    raiseToast({ type: 'success', text: 'Words', voice: 'spoken' }, PUBLIC_TOAST_MS);
    raiseToast({ type: 'error', text: 'Words', voice: 'silent' }, PUBLIC_TOAST_MS);
    dismissErrorToasts();
    dismissErrorToasts();
    expect(toast.dismiss).toHaveBeenCalledExactlyOnceWith('error');
  });
});
