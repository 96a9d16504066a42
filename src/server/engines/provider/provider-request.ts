import type { RequestDefinition } from '#shared/contract/provider-definition.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { OutboundRequest } from '../../net/outbound-client.ts';
import type { ProviderService } from './provider-service.ts';

type Fields = Readonly<Record<string, string | number | boolean>>;

const valuesOf = ({ url, id, platform }: ParsedLink): Readonly<Record<string, string>> => ({
  url,
  code: id,
  id,
  platform,
});

/** Replaces the placeholders in one pass, so that a value which looks like a placeholder stays as it is. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{([a-z]+)\}/g, (whole, name: string) => values[name] ?? whole);

const fillFields = (fields: Fields, link: ParsedLink): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? fill(value, valuesOf(link)) : value,
    ]),
  );

const encode = (fields: Fields, link: ParsedLink): string =>
  new URLSearchParams(
    Object.entries(fillFields(fields, link)).map(([name, value]) => [name, String(value)]),
  ).toString();

/** Returns whether a service is asked by the link of a post. A service that takes only an id knows no stories. */
export const takesLinks = (request: RequestDefinition): boolean => JSON.stringify(request).includes('{url}');

const headersOf = ({ apiKey, host, definition }: ProviderService): Record<string, string> => {
  const values = apiKey === null ? null : { key: apiKey, host: new URL(host).hostname };
  return Object.fromEntries(
    Object.entries(definition.headers ?? {}).flatMap(([name, text]) => {
      if (!/\{(?:key|host)\}/.test(text)) return [[name, text]];
      return values === null ? [] : [[name, fill(text, values)]];
    }),
  );
};

const bodyOf = ({ method, form, json }: RequestDefinition, link: ParsedLink) => {
  if (method === 'GET') return { headers: {}, parts: {} };
  if (json !== undefined)
    return {
      headers: { 'content-type': 'application/json' },
      parts: { body: JSON.stringify(fillFields(json, link)) },
    };
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    parts: { body: encode(form ?? {}, link) },
  };
};

/**
 * Builds the request for a post. The link and its parts are encoded where they stand; the key is only ever in a header, because
 * addresses reach logs of servers.
 */
export const providerRequest = (
  service: ProviderService,
  request: RequestDefinition,
  link: ParsedLink,
): Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'body'> => {
  const encoded = Object.fromEntries(
    Object.entries(valuesOf(link)).map(([name, value]) => [name, encodeURIComponent(value)]),
  );
  const query = request.query === undefined ? '' : `?${encode(request.query, link)}`;
  const { headers, parts } = bodyOf(request, link);
  return {
    url: `${service.host.replace(/\/+$/, '')}${fill(request.path, encoded)}${query}`,
    method: request.method,
    headers: { accept: 'application/json', ...headers, ...headersOf(service) },
    ...parts,
  };
};
