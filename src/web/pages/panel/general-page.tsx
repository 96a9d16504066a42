import { GeneralSection } from '../../features/admin/sections/general/general-section.tsx';
import { Brand } from '../../features/site-layout/brand.tsx';

/** General Settings, with the public header's own brand for its preview. */
export const GeneralPage = () => <GeneralSection Brand={Brand} />;
