import { TriangleAlert } from 'lucide-react';
import { providerSetup } from '#messages/provider-setup.ts';
import type { UnusedProvider } from '#shared/contract/chosen-provider.ts';
import { listWithAnd } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import { FieldMessage } from '../../../../ui/field-message.tsx';

/** Names the providers that an earlier version stored and this one does not use; nothing if there are none. */
export function UnusedProviders({ providers }: { providers: readonly UnusedProvider[] }) {
  if (providers.length === 0) return null;
  const named = providers.map((provider) => text(providerSetup, 'serviceAt', { ...provider }));
  return (
    <FieldMessage tone="warning" icon={TriangleAlert}>
      {text(providerSetup, 'unused', { providers: listWithAnd(named) })}
    </FieldMessage>
  );
}
