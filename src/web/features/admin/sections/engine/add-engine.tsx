import { Plus } from 'lucide-react';
import { useId } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import { engineNames } from '#messages/engine-names.ts';
import { ytDlpUpdates } from '#messages/yt-dlp-updates.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import panel from '../../panel-styles.module.css';
import { useIsOwner } from '../../use-is-own.ts';
import styles from './add-engine.module.css';
import { Fold } from './disclosure.tsx';
import { isSetUp } from './engine-draft.ts';
import { ProviderCard } from './provider-card.tsx';
import type { ProviderSetup } from './use-provider-setup.ts';
import { YtDlpCard } from './yt-dlp-card.tsx';

/**
 * Returns the text that says what an engine needs. For yt-dlp, it tells the owner how an installation works, and any other account that the
 * owner can install it.
 */
function needsOf(name: 'provider' | 'yt-dlp' | 'cobalt', isOwner: boolean): string {
  if (name !== 'yt-dlp') return text(engineEditor, `needs.${name}`);
  return isOwner
    ? `${text(engineEditor, 'needs.yt-dlp')} ${text(ytDlpUpdates, 'help')}`
    : text(engineEditor, 'needs.yt-dlp.owner');
}

/** Renders the engines that are not set up, folded, each with what it needs and its setup; nothing if all engines are set up. */
export function AddEngine({ engines, setup }: { engines: AdminEngines; setup: ProviderSetup }) {
  const id = useId();
  const isOwner = useIsOwner();
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
            <span className={panel.faint}>{lacking.map((name) => text(engineNames, name)).join(', ')}</span>
          </span>
        </>
      }
    >
      <ul className={styles.list} aria-label={text(engineEditor, 'addable')}>
        {lacking.map((name) => (
          <li key={name} data-setup={name} aria-labelledby={id + name}>
            <h3 id={id + name}>{text(engineNames, name)}</h3>
            <p>{needsOf(name, isOwner)}</p>
            {name === 'provider' && <ProviderCard setup={setup} />}
            {name === 'yt-dlp' && isOwner && <YtDlpCard />}
          </li>
        ))}
      </ul>
    </Fold>
  );
}
