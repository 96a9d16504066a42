import { Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import { engineNames } from '#messages/engine-names.ts';
import { ytDlpUpdates } from '#messages/yt-dlp-updates.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import styles from './add-engine.module.css';
import { Fold } from './disclosure.tsx';
import { isSetUp } from './engine-draft.ts';
import { ProviderCard } from './provider-card.tsx';
import type { ProviderSetup } from './use-provider-setup.ts';
import { useIsOwner, YtDlpCard } from './yt-dlp-card.tsx';

function Addable({ name, needs, children }: { name: EngineName; needs: string; children?: ReactNode }) {
  const id = useId();
  return (
    <li data-setup={name} aria-labelledby={id}>
      <h3 id={id}>{text(engineNames, name)}</h3>
      <p>{needs}</p>
      {children}
    </li>
  );
}

function AddableYtDlp() {
  const isOwner = useIsOwner();
  if (!isOwner) return <Addable name="yt-dlp" needs={text(engineEditor, 'needs.yt-dlp.owner')} />;
  return (
    <Addable name="yt-dlp" needs={`${text(engineEditor, 'needs.yt-dlp')} ${text(ytDlpUpdates, 'help')}`}>
      <YtDlpCard />
    </Addable>
  );
}

/** Renders the engines that are not set up, folded, each with what it needs and its setup; nothing if all are. */
export function AddEngine({ engines, setup }: { engines: AdminEngines; setup: ProviderSetup }) {
  const lacking = (['provider', 'yt-dlp', 'cobalt'] as const).filter((name) => !isSetUp(name, engines));
  if (lacking.length === 0) return null;
  return (
    <Fold
      id="add"
      className={styles.add}
      head={
        <>
          <Plus aria-hidden className="ic-s" />
          <span className={styles.title}>
            <b>{text(engineEditor, 'add')}</b>{' '}
            <span>{lacking.map((name) => text(engineNames, name)).join(', ')}</span>
          </span>
        </>
      }
    >
      <ul className={styles.list} aria-label={text(engineEditor, 'addable')}>
        {lacking.includes('provider') && (
          <Addable name="provider" needs={text(engineEditor, 'needs.provider')}>
            <ProviderCard setup={setup} />
          </Addable>
        )}
        {lacking.includes('yt-dlp') && <AddableYtDlp />}
        {lacking.includes('cobalt') && <Addable name="cobalt" needs={text(engineEditor, 'needs.cobalt')} />}
      </ul>
    </Fold>
  );
}
