import { expect, it } from 'vitest';
import { parseSampleLink } from '#shared/links/parse-link.ts';
import { OutboundError } from '../../outbound/outbound-client.ts';
import { failed } from '../../platforms/failures.ts';
import { createNativeEngine } from './native-engine.ts';

it('reports a link of no platform as unsupported, not as invalid', async () => {
  const sample = parseSampleLink('/?sample=clip');
  if (!sample.ok) throw new Error('the sample link is not recognised');
  const engine = createNativeEngine({
    clients: {
      direct: {
        request: () => Promise.reject(new OutboundError('unreachable')),
        close: () => Promise.resolve(),
      },
    },
  });
  expect(engine.supports(sample.link)).toBe(false);
  const outcome = await engine.extract(sample.link, new AbortController().signal);
  expect(outcome).toEqual(failed('address_unsupported'));
});
