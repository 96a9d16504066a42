import { GeneralSection } from '../../features/admin/sections/general/general-section.tsx';

/** General Settings. */
export const GeneralPage = () => <GeneralSection />;
