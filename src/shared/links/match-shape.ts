import type { LinkShape, Platform } from '../platforms/platform.ts';

/** Values that a shape extracted from a link. `user` is empty if the link contains no handle. */
export interface ShapeMatch {
  readonly shape: LinkShape;
  readonly kind: NonNullable<LinkShape['kind']>;
  readonly id: string;
  readonly user: string;
}

/** Parameters that say nothing about the post. */
const IGNORED: ReadonlySet<string> = new Set(['version', 'locale']);

const PARAM = /^([^:]*):([A-Za-z]+)(.*)$/;

/**
 * Matches one path segment against its template. Returns the parameter's name and value, empty for a literal; null
 * without a match.
 */
const readSegment = (
  template: string,
  segment: string,
  readers: Platform['readers'],
): readonly [string, string] | null => {
  const parts = PARAM.exec(template);
  // Some apps and QR codes write a whole link in capitals.
  if (parts === null) return template === segment.toLowerCase() ? ['', ''] : null;
  const [, prefix = '', name = '', suffix = ''] = parts;
  if (segment.length < prefix.length + suffix.length) return null;
  if (!segment.startsWith(prefix) || !segment.endsWith(suffix)) return null;
  const raw = segment.slice(prefix.length, segment.length - suffix.length);
  const value = readers[name]?.(raw) ?? null;
  return value === null ? null : [name, value];
};

type Reading = Pick<ShapeMatch, 'id' | 'user'>;

const matchPath = (
  shape: LinkShape,
  segments: readonly string[],
  readers: Platform['readers'],
): Reading | null => {
  const templates = shape.path === '' ? [] : shape.path.split('/');
  const isOpenEnded = templates.at(-1) === '*';
  if (isOpenEnded) templates.pop();
  if (isOpenEnded ? segments.length < templates.length : segments.length !== templates.length) return null;
  let id = '';
  let user = '';
  for (const [index, template] of templates.entries()) {
    const read = readSegment(template, segments[index] ?? '', readers);
    if (read === null) return null;
    const [name, value] = read;
    if (name === 'user') user = value;
    else if (name !== '' && !IGNORED.has(name)) id = value;
  }
  return { id, user };
};

const matchQuery = (
  shape: LinkShape,
  reading: Reading,
  query: ReadonlyMap<string, string>,
  readers: Platform['readers'],
): Reading | null => {
  if (shape.query === undefined) return reading;
  const raw = query.get(shape.query.name);
  const id = raw === undefined ? null : (readers[shape.query.reader]?.(raw) ?? null);
  return id === null ? null : { ...reading, id };
};

/**
 * Returns the first shape that matches the path segments and query of a link, with the id and handle that it extracts. Returns null if no
 * shape matches or the first one that matches is a rejected one.
 */
export const matchShape = (
  shapes: readonly LinkShape[],
  segments: readonly string[],
  query: ReadonlyMap<string, string>,
  readers: Platform['readers'],
): ShapeMatch | null => {
  for (const shape of shapes) {
    const onPath = matchPath(shape, segments, readers);
    const reading = onPath === null ? null : matchQuery(shape, onPath, query, readers);
    if (reading !== null) return shape.kind === null ? null : { shape, kind: shape.kind, ...reading };
  }
  return null;
};
