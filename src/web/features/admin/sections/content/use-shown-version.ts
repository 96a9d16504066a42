import { useRef, useState } from 'react';
import { CONTENT_VERSIONS } from '#shared/content-messages.ts';
import type { SavedBy } from '#shared/contract/admin-settings.ts';
import { notifyError, notifySuccess } from '../../../../state/notices.ts';
import { PanelCallError } from '../../../../state/panel/query-client.ts';
import { momentOf } from './moment.ts';
import { contentOf } from './use-versions.ts';

/** An earlier version in the preview. */
export interface ShownVersion {
  readonly version: SavedBy;
  readonly html: string;
}

/**
 * What can be done with an earlier version. Restoring one puts it into the editor as a change that is not saved yet, through
 * `load`: like every other change it can be looked at, taken back, and meets what others saved when it is saved.
 */
export function useShownVersion(load: (html: string) => void) {
  const [shown, setShown] = useState<ShownVersion | null>(null);
  const asked = useRef(0);
  const withContent = async (version: SavedBy, use: (html: string) => void) => {
    asked.current += 1;
    const ticket = asked.current;
    try {
      const html = await contentOf(version.revision);
      // Another was asked for meanwhile.
      if (ticket === asked.current) use(html);
    } catch (error) {
      if (error instanceof PanelCallError) notifyError(error.message);
      else throw error;
    }
  };
  const hide = () => {
    asked.current += 1;
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
        notifySuccess(CONTENT_VERSIONS.restored(momentOf(version.savedAt)));
      }),
  };
}
