import { useEffect, useRef } from 'react';

export const OWNER_CONTENT_ID = 'owner-content';

/** Keeps the server-rendered section in step with the content, starting from the content it was rendered with. */
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
        // What stands there stays: half a section or an unsanitised one would be worse.
      }
    };
    void paint();
  }, [content]);
}
