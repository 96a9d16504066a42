import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleOff,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import type { StatusState } from '#shared/contract/status.ts';

/** Icon of each state of a platform or an engine. */
export const STATE_ICONS: Readonly<Record<StatusState, LucideIcon>> = {
  working: CircleCheck,
  slow: TriangleAlert,
  failing: CircleAlert,
  unknown: CircleDashed,
  off: CircleOff,
};
