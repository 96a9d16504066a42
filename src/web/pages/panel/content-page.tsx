import { ContentSection } from '../../features/admin/sections/content/content-section.tsx';
import { ContentPreview } from '../../features/owner-content/content-preview.tsx';

const section = (html: string) => <ContentPreview html={html} />;

/** Content Management, with the public page's own section for its preview. */
export const ContentPage = () => <ContentSection section={section} />;
