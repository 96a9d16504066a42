import { NOTICES } from '#shared/notice-messages.ts';
import { useAnnouncements } from '../../state/announcer.ts';
import { setNoticeDisplay } from '../../state/notices.ts';
import { raisePanelToast } from '../../state/panel/raise-panel-toast.ts';
import { LiveRegions } from '../../ui/live-regions.tsx';
import { Toaster } from '../../ui/toaster.tsx';

setNoticeDisplay(raisePanelToast);

/** Notices and live regions of the panel; mounted once for all routes. */
export function PanelNotices() {
  const { polite, assertive } = useAnnouncements();
  return (
    <>
      <Toaster labels={NOTICES} />
      <LiveRegions polite={polite} assertive={assertive} />
    </>
  );
}
