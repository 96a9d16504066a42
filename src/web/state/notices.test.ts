import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Notices from './notices.ts';

describe('notices', () => {
  let notices: typeof Notices;
  beforeEach(async () => {
    vi.useFakeTimers();
    vi.resetModules();
    notices = await import('./notices.ts');
  });
  afterEach(() => void vi.useRealTimers());
  const hide = vi.fn();

  it('are queued until the display is set, and request its loading', () => {
    const bring = vi.fn();
    const show = vi.fn();
    notices.setNoticeLoader(bring);
    notices.notifySuccess('Saved');
    expect(bring).toHaveBeenCalledOnce();
    notices.setNoticeDisplay(show, hide);
    notices.notifyError('Lost', 'silent');
    expect(show.mock.calls).toEqual([
      [{ type: 'success', text: 'Saved', voice: 'spoken' }],
      [{ type: 'error', text: 'Lost', voice: 'silent' }],
    ]);
    expect(bring).toHaveBeenCalledOnce();
  });

  it('are not shown after they have expired', () => {
    const show = vi.fn();
    notices.notifyError('Lost');
    vi.advanceTimersByTime(4_000);
    notices.setNoticeDisplay(show, hide);
    expect(show).not.toHaveBeenCalled();
  });

  it('of errors are removed by the display, once there is one', () => {
    notices.dismissErrors();
    expect(hide).not.toHaveBeenCalled();
    notices.setNoticeDisplay(vi.fn(), hide);
    notices.dismissErrors();
    expect(hide).toHaveBeenCalledOnce();
  });
});
