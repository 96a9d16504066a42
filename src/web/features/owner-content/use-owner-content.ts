import { useEffect, useRef } from 'react';

/** Element id of the owner's section. */
export const OWNER_CONTENT_ID = 'owner-content';

/** Updates the server-rendered section when the content changes. `content` is initially what the server rendered. */
export function useOwnerContent(content: string): void {
  const wanted = useRef(content);
  useEffect(() => {
    if (wanted.current === content) return;
    wanted.current = content;
    const paint = async (): Promise<void> => {
      try {
        const { paintContent } = await import('./paint-content.ts');
        const section = document.getElementById(OWNER_CONTENT_ID);
        if (section && wanted.current === content) paintContent(section, content);
      } catch {
        // Keep the present content: a partial or unsanitised section would be worse.
      }
    };
    void paint();
  }, [content]);
}
