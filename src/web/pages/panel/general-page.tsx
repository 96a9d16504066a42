import { GeneralSection } from '../../features/admin/sections/general/general-section.tsx';
import { Brand } from '../../features/site-layout/brand.tsx';
import { documentTitle } from '../public/document-title.ts';
import { HeaderPreview } from './header-preview.tsx';
import { MaintenancePreview } from './maintenance-preview.tsx';

/** Page of General Settings. Its preview is the public page's header, and what the browser's tab shows of the page. */
export const GeneralPage = () => (
  <GeneralSection
    Brand={Brand}
    documentTitle={documentTitle}
    header={(site) => <HeaderPreview site={site} menuOpen={false} />}
    maintenance={<MaintenancePreview />}
  />
);
