import { GeneralSection } from '../../features/admin/sections/general/general-section.tsx';
import { Brand } from '../../features/site-layout/brand.tsx';

/** Page of General Settings. Its preview uses the public header's brand. */
export const GeneralPage = () => <GeneralSection Brand={Brand} />;
