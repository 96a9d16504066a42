import { useLayoutEffect, useRef } from 'react';
import { ContentFrame } from './content-frame.tsx';
import { paintContent } from './paint-content.ts';

/** Renders unsaved content of the owner as visitors will see it. Sanitises it in the browser. */
export function ContentPreview({ html }: { html: string }) {
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (section.current !== null) paintContent(section.current, html);
  }, [html]);
  return <ContentFrame ref={section} />;
}
