import { type Past, STATUS_PARTS, type StatusPart, type StatusReport } from '#shared/contract/status.ts';
import { observationsByPart } from '../../lib/status-facts.ts';

/** Returns the days of a part in the report. */
export const historyOf = ({ past }: StatusReport, part: StatusPart): Past =>
  part === 'downloads' ? past.downloads : past.previews[part];

/**
 * Returns the parts that the report knows something about: the owner has switched the part off, it was used recently, it has a known state
 * on one of the days, or one of its test posts was checked.
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
