import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { contentEditor } from '#messages/content-editor.ts';
import {
  type ListedRevision,
  pastSettingsSchema,
  revisionListSchema,
} from '#shared/contract/admin-settings.ts';
import type { LegalTextSetting } from '#shared/contract/legal-texts.ts';
import { text } from '#shared/messages/text.ts';
import { notifyError, notifySuccess } from '../../../state/notices.ts';
import { PANEL_KEYS, PanelCallError, queryClient } from '../../../state/panel/query-client.ts';
import { fetchAsAccount } from '../../../state/panel/session.ts';
import { momentText } from '../time-text.ts';

const REVISIONS_PATH = '/api/admin/revisions';

/** Name of a setting that is a text written in the editor. */
export type RichTextSetting = 'content' | LegalTextSetting;

async function fetchVersions(setting: RichTextSetting): Promise<readonly ListedRevision[]> {
  return (await fetchAsAccount(`${REVISIONS_PATH}?setting=${setting}`, revisionListSchema)).revisions;
}

/** Returns the query of the saved revisions that changed the text, newest first. */
export const useVersions = (setting: RichTextSetting) =>
  useQuery({ queryKey: [...PANEL_KEYS.revisions, setting], queryFn: () => fetchVersions(setting) });

/** Loads the text of a saved version, sanitised by the server. Rejects with PanelCallError. */
const textOf = async (setting: RichTextSetting, revision: number): Promise<string> => {
  const version = await queryClient.fetchQuery({
    queryKey: ['version', revision],
    queryFn: () => fetchAsAccount(`${REVISIONS_PATH}/${String(revision)}`, pastSettingsSchema),
    // A saved version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return setting === 'content' ? version.site.content : version[setting];
};

/**
 * Returns a function that fetches the text of an earlier version, passes it to `load` and shows a toast; it saves nothing. Ignores the
 * response if another version was requested since, and shows a failed call in a toast.
 */
export function useRestoreVersion(setting: RichTextSetting, load: (html: string) => void) {
  const latestRequest = useRef(0);
  return async (version: ListedRevision): Promise<void> => {
    latestRequest.current += 1;
    const requestId = latestRequest.current;
    try {
      const html = await textOf(setting, version.revision);
      // Ignore the response if another version was requested since.
      if (requestId !== latestRequest.current) return;
      load(html);
      notifySuccess(text(contentEditor, 'versions.restored', { time: momentText(version.savedAt) }));
    } catch (error) {
      if (error instanceof PanelCallError) notifyError(error.message);
      else throw error;
    }
  };
}
