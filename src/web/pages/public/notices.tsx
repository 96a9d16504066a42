import { NOTICE_LABELS } from '../../state/notice-labels.ts';
import { setNoticeDisplay } from '../../state/notices.ts';
import { raiseToast } from '../../state/raise-toast.ts';
import { Toaster } from '../../ui/toaster.tsx';

setNoticeDisplay(raiseToast);

/** Notices of the public page; loading this module sets the notice display. */
export const Notices = () => <Toaster labels={NOTICE_LABELS} />;
