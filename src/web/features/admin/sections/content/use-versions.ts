import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { contentEditor } from '#messages/content-editor.ts';
import { pastSettingsSchema, revisionListSchema, type SavedBy } from '#shared/contract/admin-settings.ts';
import { text } from '#shared/messages/text.ts';
import { notifyError, notifySuccess } from '../../../../state/notices.ts';
import { PANEL_KEYS, PanelCallError, queryClient } from '../../../../state/panel/query-client.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';
import { timeText } from '../../time-text.ts';

const REVISIONS_PATH = '/api/admin/revisions';

async function fetchVersions(): Promise<readonly SavedBy[]> {
  const answer = await callAsAccount(`${REVISIONS_PATH}?setting=content`, {
    responseSchema: revisionListSchema,
  });
  if (!answer.ok) throw new PanelCallError(answer.detail);
  return answer.value.revisions;
}

async function fetchContent(revision: number): Promise<string> {
  const answer = await callAsAccount(`${REVISIONS_PATH}/${String(revision)}`, {
    responseSchema: pastSettingsSchema,
  });
  if (!answer.ok) throw new PanelCallError(answer.detail);
  return answer.value.site.content;
}

/** Loads the saved versions that changed the content, newest first. */
export const useVersions = () =>
  useQuery({ queryKey: [...PANEL_KEYS.revisions, 'content'], queryFn: fetchVersions });

/** Loads the content of a saved version, sanitised by the server. Rejects with PanelCallError. */
const contentOf = (revision: number): Promise<string> =>
  queryClient.fetchQuery({
    queryKey: ['version', revision],
    queryFn: () => fetchContent(revision),
    // A saved version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

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
        notifySuccess(text(contentEditor, 'versions.restored', { time: timeText(version.savedAt) }));
      }),
  };
}
