import { ActivitySection } from '../../features/admin/sections/activity/activity-section.tsx';

/** Page of the Activity section. */
export const ActivityPage = () => <ActivitySection />;
