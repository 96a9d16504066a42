import { OverviewSection } from '../../features/admin/sections/overview/overview-section.tsx';

/** Page of the Overview section. */
export const OverviewPage = () => <OverviewSection />;
