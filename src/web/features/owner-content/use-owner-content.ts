import { useEffect, useRef } from 'react';

/** Element id of the section with the content of the owner. */
export const OWNER_CONTENT_ID = 'owner-content';

/**
 * Updates the server-rendered section whenever `content` (sanitised HTML) changes. The server has rendered its first value. Leaves the
 * section unchanged if the code for the update cannot be loaded.
 */
export function useOwnerContent(content: string): void {
  const wanted = useRef(content);
  useEffect(() => {
    if (wanted.current === content) return;
    wanted.current = content;
    const paint = async (): Promise<void> => {
      const { paintContent } = await import('./paint-content.ts');
      const section = document.getElementById(OWNER_CONTENT_ID);
      if (section && wanted.current === content) paintContent(section, content);
    };
    // After a failure the present content stays: a partial or unsanitised section would be worse.
    paint().catch(() => undefined);
  }, [content]);
}
