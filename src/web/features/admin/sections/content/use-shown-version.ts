import { useRef, useState } from 'react';
import { CONTENT_VERSIONS } from '#shared/content-messages.ts';
import type { SavedBy } from '#shared/contract/admin-settings.ts';
import { notifyError, notifySuccess } from '../../../../state/notices.ts';
import { PanelCallError } from '../../../../state/panel/query-client.ts';
import { timeText } from './time-text.ts';
import { contentOf } from './use-versions.ts';

/** An earlier version shown in the preview. */
export interface ShownVersion {
  readonly version: SavedBy;
  readonly html: string;
}

/**
 * Loads, shows and restores earlier versions. Restoring passes the version to `load` as an unsaved change: it can be
 * reviewed, undone, and conflicts with others' saves like any change.
 */
export function useShownVersion(load: (html: string) => void) {
  const [shown, setShown] = useState<ShownVersion | null>(null);
  const latestRequest = useRef(0);
  const withContent = async (version: SavedBy, use: (html: string) => void) => {
    latestRequest.current += 1;
    const requestId = latestRequest.current;
    try {
      const html = await contentOf(version.revision);
      // Ignore the response if another version was requested since.
      if (requestId === latestRequest.current) use(html);
    } catch (error) {
      if (error instanceof PanelCallError) notifyError(error.message);
      else throw error;
    }
  };
  const hide = () => {
    latestRequest.current += 1;
    setShown(null);
  };
  return {
    shown,
    hide,
    view: (version: SavedBy) => void withContent(version, (html) => setShown({ version, html })),
    restore: (version: SavedBy) =>
      void withContent(version, (html) => {
        setShown(null);
        load(html);
        notifySuccess(CONTENT_VERSIONS.restored(timeText(version.savedAt)));
      }),
  };
}
