import { EngineSection } from '../../features/admin/sections/engine/engine-section.tsx';

/** Page of the Engine section. */
export const EnginePage = () => <EngineSection />;
