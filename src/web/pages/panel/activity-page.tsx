import { ActivitySection } from '../../features/admin/sections/activity/activity-section.tsx';

/** Activity. */
export const ActivityPage = () => <ActivitySection />;
