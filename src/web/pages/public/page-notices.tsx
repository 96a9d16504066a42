import { setNoticeDisplay } from '../../state/notices.ts';
import { dismissErrorToasts, PUBLIC_TOAST_MS, raiseToast } from '../../state/raise-toast.ts';
import { Toaster } from '../../ui/toaster.tsx';

setNoticeDisplay((notice) => raiseToast(notice, PUBLIC_TOAST_MS), dismissErrorToasts);

/** Renders the notices of the public page. Loading this module sets the notice display. */
export const Notices = () => <Toaster />;
