import { OWNER_CONTENT_LABEL } from '#shared/section-messages.ts';
import { ContentFrame } from './content-frame.tsx';
import { presentContent } from './present-content.ts';
import { OWNER_CONTENT_ID } from './use-owner-content.ts';

/**
 * The owner's own section (brief 4.8), rendered by the server only: `html` must be sanitised by it. It stands there, hidden,
 * also while it is empty, so that a live change finds its place.
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
