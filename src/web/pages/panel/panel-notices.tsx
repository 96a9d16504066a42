import { NOTICES } from '#shared/notice-messages.ts';
import { useAnnouncements } from '../../state/announcer.ts';
import { setNoticeDisplay } from '../../state/notices.ts';
import { raisePanelToast } from '../../state/panel/raise-panel-toast.ts';
import { LiveRegions } from '../../ui/live-regions.tsx';
import { Toaster } from '../../ui/toaster.tsx';

setNoticeDisplay(raisePanelToast);

/** The panel's notices and what is read out; mounted once, over every address. */
export function PanelNotices() {
  const { polite, assertive } = useAnnouncements();
  return (
    <>
      <Toaster labels={NOTICES} />
      <LiveRegions polite={polite} assertive={assertive} />
    </>
  );
}
