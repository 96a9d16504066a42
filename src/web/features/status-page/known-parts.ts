import { type Past, STATUS_PARTS, type StatusPart, type StatusReport } from '#shared/contract/status.ts';
import { observationsByPart } from '../../lib/status-facts.ts';

export const historyOf = ({ past }: StatusReport, part: StatusPart): Past =>
  part === 'downloads' ? past.downloads : past.previews[part];

/**
 * Returns the parts that the report knows something about: the owner has switched the part off, it was used recently, it has a state on one
 * of the report's days, or a test post was checked in these days.
 */
export const knownParts = (report: StatusReport): readonly StatusPart[] => {
  const seen = observationsByPart(report);
  return STATUS_PARTS.filter(
    (part) =>
      seen[part].state === 'off' ||
      seen[part].lastSeen !== null ||
      historyOf(report, part).states.some((state) => state !== 'unknown') ||
      (part !== 'downloads' && report.tested[part] !== null),
  );
};
