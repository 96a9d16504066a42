import { EngineSection } from '../../features/admin/sections/engine/engine-section.tsx';

/** Engine. */
export const EnginePage = () => <EngineSection />;
