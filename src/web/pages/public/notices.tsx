import { NOTICES } from '#shared/notice-messages.ts';
import { showNoticesWith } from '../../state/notices.ts';
import { raiseToast } from '../../state/raise-toast.ts';
import { Toaster } from '../../ui/toaster.tsx';

showNoticesWith(raiseToast);

/** The page's notices: the store behind them, and their place on the page. */
export const Notices = () => <Toaster labels={NOTICES} />;
