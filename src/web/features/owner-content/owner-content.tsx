import { OWNER_CONTENT_LABEL } from '#shared/section-messages.ts';
import { ContentFrame } from './content-frame.tsx';
import { presentContent } from './present-content.ts';
import { OWNER_CONTENT_ID } from './use-owner-content.ts';

/**
 * Renders the owner's own section on the server; `html` must be sanitised. Empty content renders it hidden, so that a
 * live change can fill it.
 */
export const OwnerContent = ({ html }: { html: string }) => {
  const shown = presentContent(html);
  return (
    <ContentFrame
      id={OWNER_CONTENT_ID}
      hidden={shown.isEmpty}
      aria-label={shown.heading ?? OWNER_CONTENT_LABEL}
      prose={{ dangerouslySetInnerHTML: { __html: shown.html } }}
    />
  );
};
