import { OverviewSection } from '../../features/admin/sections/overview/overview-section.tsx';

/** Overview. */
export const OverviewPage = () => <OverviewSection />;
