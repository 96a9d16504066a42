import { ContentSection } from '../../features/admin/sections/content/content-section.tsx';
import { ContentPreview } from '../../features/owner-content/content-preview.tsx';

const section = (html: string) => <ContentPreview html={html} />;

/** Page of the Content section. The preview in it uses the public page's content section. */
export const ContentPage = () => <ContentSection section={section} />;
