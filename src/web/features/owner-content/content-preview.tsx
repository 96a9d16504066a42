import { useLayoutEffect, useRef } from 'react';
import { ContentFrame } from './content-frame.tsx';
import { paintContent } from './paint-content.ts';

/** The owner's section as visitors will see it, for content that is not on the page yet: sanitised here, in the browser. */
export function ContentPreview({ html }: { html: string }) {
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (section.current !== null) paintContent(section.current, html);
  }, [html]);
  return <ContentFrame ref={section} />;
}
