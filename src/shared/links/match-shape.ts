import type { LinkShape, Platform } from '../platforms/platform.ts';

/**
 * A shape that matches a link, and the values extracted from that link. `id` is empty if the link contains no id, `user` if it contains no
 * handle.
 */
export interface ShapeMatch {
  readonly shape: LinkShape;
  readonly kind: NonNullable<LinkShape['kind']>;
  readonly id: string;
  readonly user: string;
}

/** Names of path parameters whose values do not identify the post. */
const IGNORED: ReadonlySet<string> = new Set(['version', 'locale']);

const PARAM = /^([^:]*):([A-Za-z]+)(.*)$/;

/**
 * Matches one path segment against its template. Returns the parameter's name and value, both empty if the template has no parameter; null
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

type ExtractedValues = Pick<ShapeMatch, 'id' | 'user'>;

const matchPath = (
  shape: LinkShape,
  segments: readonly string[],
  readers: Platform['readers'],
): ExtractedValues | null => {
  const templates = shape.path === '' ? [] : shape.path.split('/');
  const isOpenEnded = templates.at(-1) === '*';
  if (isOpenEnded) templates.pop();
  if (isOpenEnded ? segments.length < templates.length : segments.length !== templates.length) return null;
  let id = '';
  let user = '';
  for (const [index, template] of templates.entries()) {
    const parameter = readSegment(template, segments[index] ?? '', readers);
    if (parameter === null) return null;
    const [name, value] = parameter;
    if (name === 'user') user = value;
    else if (name !== '' && !IGNORED.has(name)) id = value;
  }
  return { id, user };
};

const matchQuery = (
  shape: LinkShape,
  values: ExtractedValues,
  query: ReadonlyMap<string, string>,
  readers: Platform['readers'],
): ExtractedValues | null => {
  if (shape.query === undefined) return values;
  const raw = query.get(shape.query.name);
  const id = raw === undefined ? null : (readers[shape.query.reader]?.(raw) ?? null);
  return id === null ? null : { ...values, id };
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
    const pathValues = matchPath(shape, segments, readers);
    const values = pathValues === null ? null : matchQuery(shape, pathValues, query, readers);
    if (values !== null) return shape.kind === null ? null : { shape, kind: shape.kind, ...values };
  }
  return null;
};
