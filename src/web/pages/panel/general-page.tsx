import { GeneralSection } from '../../features/admin/sections/general/general-section.tsx';
import { Brand } from '../../features/site-layout/brand.tsx';
import { documentTitle } from '../public/document-title.ts';
import { HeaderPreview } from './header-preview.tsx';
import { MaintenancePreview } from './maintenance-preview.tsx';

/** Page of General Settings, with previews of the browser's tab, the public page's header and the maintenance notice. */
export const GeneralPage = () => (
  <GeneralSection
    Brand={Brand}
    documentTitle={documentTitle}
    header={(site) => <HeaderPreview site={site} isMenuOpen={false} />}
    maintenance={<MaintenancePreview />}
  />
);
