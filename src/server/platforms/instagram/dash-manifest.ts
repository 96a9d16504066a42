import { Parser } from 'htmlparser2';
import { positiveOf } from '../reading/json-value.ts';

const MANIFEST_MAX_CHARACTERS = 512 * 1024;
const NESTING_MAX = 32;
const REPRESENTATIONS_MAX = 64;
/** Attributes of a track. A manifest may contain thousands of others, which would be copied for each track. */
const TRACK_ATTRIBUTES = [
  'contentType',
  'mimeType',
  'codecs',
  'width',
  'height',
  'bandwidth',
  'FBContentLength',
];

/** Video or audio track of a DASH manifest that is a single file. */
export interface DashTrack {
  readonly url: string;
  readonly mimeType: string;
  readonly codecs: string;
  readonly width: number | null;
  readonly height: number | null;
  /** Bits per second. */
  readonly bandwidth: number | null;
  /** Size in bytes. */
  readonly size: number | null;
}

/** Duration and single-file tracks of a DASH manifest. */
export interface DashManifest {
  /** Duration in seconds. */
  readonly duration: number | null;
  readonly tracks: readonly DashTrack[];
}

/** Parses the single-file tracks of a DASH manifest. Returns no tracks for any value that is not a manifest. */
export function readDashManifest(manifest: unknown): DashManifest {
  if (typeof manifest !== 'string' || manifest.length > MANIFEST_MAX_CHARACTERS)
    return { duration: null, tracks: [] };
  const tracks: DashTrack[] = [];
  /** Open elements, outermost first. A Representation inherits the attributes of its AdaptationSet. */
  const open: { readonly name: string; readonly attributes: Record<string, string> }[] = [];
  let duration: number | null = null;
  let address: string | null = null;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open.push({ name, attributes: trackAttributesOf(attributes) });
        if (open.length > NESTING_MAX) parser.pause();
        if (name === 'MPD') duration = secondsOf(attributes['mediaPresentationDuration'] ?? '');
        if (name === 'BaseURL') address = '';
      },
      ontext(text) {
        if (address !== null) address += text;
      },
      onclosetag(name) {
        open.pop();
        if (name !== 'BaseURL' || address === null) return;
        const inRepresentation = open.at(-1)?.name === 'Representation';
        if (inRepresentation && tracks.length < REPRESENTATIONS_MAX) tracks.push(toTrack(address, open));
        address = null;
      },
    },
    { xmlMode: true },
  );
  parser.write(manifest);
  if (open.length <= NESTING_MAX) parser.end();
  return { duration, tracks };
}

function trackAttributesOf(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const own: Record<string, string> = {};
  for (const name of TRACK_ATTRIBUTES) {
    const value = attributes[name];
    if (value !== undefined) own[name] = value;
  }
  return own;
}

function toTrack(
  address: string,
  open: readonly { readonly attributes: Record<string, string> }[],
): DashTrack {
  const attributes: Record<string, string | undefined> = {};
  for (const element of open) Object.assign(attributes, element.attributes);
  return {
    url: address.trim(),
    // Some tracks have their type only as the `contentType` of their AdaptationSet.
    mimeType: attributes['mimeType'] ?? `${attributes['contentType'] ?? ''}/mp4`,
    codecs: attributes['codecs'] ?? '',
    width: positiveOf(attributes['width']),
    height: positiveOf(attributes['height']),
    bandwidth: positiveOf(attributes['bandwidth']),
    size: positiveOf(attributes['FBContentLength']),
  };
}

/** Parses an ISO 8601 duration of hours, minutes and seconds to seconds: 'PT1M12.5S' is 72.5. */
function secondsOf(duration: string): number | null {
  const parts = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(duration);
  if (parts === null) return null;
  const [hours = '0', minutes = '0', seconds = '0'] = parts.slice(1).map((part) => part ?? '0');
  return positiveOf(Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds));
}
