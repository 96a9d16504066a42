import { NOTICES } from '#shared/notice-messages.ts';
import { setNoticeDisplay } from '../../state/notices.ts';
import { raiseToast } from '../../state/raise-toast.ts';
import { Toaster } from '../../ui/toaster.tsx';

setNoticeDisplay(raiseToast);

/** The page's notices: the store behind them, and their place on the page. */
export const Notices = () => <Toaster labels={NOTICES} />;
