import { CircleAlert } from 'lucide-react';
import { providerSetup } from '#messages/provider-setup.ts';
import { text } from '#shared/messages/text.ts';
import { reachShare } from '#shared/reach-share.ts';
import { isEqual } from '../../../../state/panel/draft.ts';
import { Button } from '../../../../ui/button.tsx';
import { CheckOutcomes } from './check-outcomes.tsx';
import styles from './provider-card.module.css';
import { ProviderForm } from './provider-form.tsx';
import type { ProviderSetup } from './use-provider-setup.ts';

const READ: ReadonlySet<ReturnType<typeof reachShare>> = new Set(['all', 'some']);

const checkSentence = ({ check: { made, isRunning, refusal }, isOn }: ProviderSetup): string => {
  if (isRunning) return text(providerSetup, 'checking');
  if (made === null) return refusal ?? '';
  if (made.platforms.some((reached) => READ.has(reachShare(reached)))) return text(providerSetup, 'works');
  return text(providerSetup, isOn ? 'unread' : 'unreadOff');
};

/** Renders what the check of the saved service found. */
function Checked({ setup }: { setup: ProviderSetup }) {
  const { made, isRunning } = setup.check;
  const sentence = checkSentence(setup);
  if (sentence === '') return null;
  return (
    <>
      {/* Not a live region: the check announces its beginning and its result. */}
      <p className={styles.saved}>{sentence}</p>
      {made !== null && !isRunning && <CheckOutcomes platforms={made.platforms} />}
    </>
  );
}

function Actions({ setup }: { setup: ProviderSetup }) {
  const { saved, provider, check, isOn, trySaved, remove, undo } = setup;
  if (saved === null)
    return (
      <Button size="small" look="ghost" onClick={undo}>
        {text(providerSetup, 'cancel')}
      </Button>
    );
  return (
    <>
      <Button size="small" unavailable={check.isRunning || !isEqual(provider, saved)} onClick={trySaved}>
        {text(providerSetup, isOn ? 'try' : 'tryAndTurnOn')}
      </Button>
      <Button size="small" look="ghost" aria-label={text(providerSetup, 'removeOf')} onClick={remove}>
        {text(providerSetup, 'remove')}
      </Button>
    </>
  );
}

/** Renders the button that begins the setup, or takes a removal back. */
function Begin({ setup: { saved, engines, add, undo } }: { setup: ProviderSetup }) {
  const isSetUp = engines.engines.some(({ name, configured }) => name === 'provider' && configured);
  if (saved !== null)
    return (
      <>
        <p className={styles.key}>{text(providerSetup, 'removing')}</p>
        <Button size="small" data-focus="main" onClick={undo}>
          {text(providerSetup, 'keep')}
        </Button>
      </>
    );
  return (
    <>
      {isSetUp && <p className={styles.key}>{text(providerSetup, 'fromEnvironment')}</p>}
      <Button size="small" data-focus="main" onClick={add}>
        {text(providerSetup, isSetUp ? 'replace' : 'add')}
      </Button>
    </>
  );
}

/**
 * Renders the setup of the extraction service: its form with buttons, and what the check after the save found. Without a provider, renders
 * the button that adds one or takes back its removal.
 */
export function ProviderCard({ setup }: { setup: ProviderSetup }) {
  const { provider, saved, engines } = setup;
  const isUnreadable = engines.engines.some((one) => one.name === 'provider' && one.key === 'unreadable');
  return (
    <div className={styles.card} data-row="provider-setup">
      {provider === null ? <Begin setup={setup} /> : <ProviderForm provider={provider} setup={setup} />}
      {provider !== null && isUnreadable && (
        <p className={styles.warn}>
          <CircleAlert aria-hidden className="ic-s" />
          {text(providerSetup, 'keyUnreadable')}
        </p>
      )}
      {provider !== null && !isEqual(provider, saved) && (
        <p className={styles.key}>{text(providerSetup, 'unsaved')}</p>
      )}
      {provider !== null && (
        <div className={styles.actions}>
          <Actions setup={setup} />
        </div>
      )}
      {provider !== null && <Checked setup={setup} />}
    </div>
  );
}
