import { CircleAlert, KeyRound, Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { engineNames } from '#messages/engine-names.ts';
import { providerSetup } from '#messages/provider-setup.ts';
import type { ChosenProvider, ProviderTry } from '#shared/contract/chosen-provider.ts';
import { PROVIDER_NAMES, type ProviderName } from '#shared/contract/engine-names.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../../../state/announcer.ts';
import { removeProvider } from '../../../../state/panel/engine-settings.ts';
import { Button } from '../../../../ui/button.tsx';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { ConfirmDialog } from '../../confirm-dialog.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { useRowFocus } from '../../use-row-focus.ts';
import { ProviderForm } from './provider-form.tsx';
import styles from './provider-rows.module.css';
import { ProviderTries, triesText } from './provider-tries.tsx';

/** A place that is filled: by the panel (`chosen`), or by the environment (null). */
interface Place {
  readonly name: ProviderName;
  readonly chosen: ChosenProvider | null;
  readonly isKeyUnreadable: boolean;
}

const placesOf = ({ settings, engines }: AdminEngines): readonly Place[] =>
  PROVIDER_NAMES.flatMap((name) => {
    const chosen = settings.provider[name];
    const facts = engines.find((engine) => engine.name === name);
    return chosen === null && facts?.configured !== true
      ? []
      : [{ name, chosen, isKeyUnreadable: facts?.key === 'unreadable' }];
  });

function ProviderRow({
  place: { name, chosen, isKeyUnreadable },
  tries,
  isLocked,
  onEdit,
  onRemove,
}: {
  place: Place;
  /** Whether the form is open: only one provider is changed at a time. */
  isLocked: boolean;
  tries: readonly ProviderTry[];
  onEdit: () => void;
  onRemove: () => void;
}) {
  const title = text(engineNames, name);
  const edit = chosen === null ? 'replace' : 'change';
  return (
    <li data-row={name}>
      <div className={styles.who}>
        <b>{title}</b>
        {chosen === null ? (
          <span>{text(providerSetup, 'fromEnvironment')}</span>
        ) : (
          <span>
            {text(providerSetup, 'at', {
              kind: chosen.definition?.name ?? text(providerSetup, `kinds.${chosen.kind}`),
              host: new URL(chosen.host).hostname,
            })}
          </span>
        )}
        {chosen !== null && !isKeyUnreadable && (
          <span className={styles.key}>
            <KeyRound aria-hidden className="ic-s" />
            {text(providerSetup, chosen.hasKey ? 'withKey' : 'withoutKey')}
          </span>
        )}
        {isKeyUnreadable && (
          <span className={styles.warn}>
            <CircleAlert aria-hidden className="ic-s" />
            {text(providerSetup, 'keyUnreadable')}
          </span>
        )}
      </div>
      <div className={styles.actions}>
        <Button
          size="small"
          data-focus="edit"
          unavailable={isLocked}
          aria-label={text(providerSetup, `${edit}Of`, { name: title })}
          onClick={onEdit}
        >
          {text(providerSetup, edit)}
        </Button>
        {chosen !== null && (
          <Button
            size="small"
            unavailable={isLocked}
            aria-label={text(providerSetup, 'removeOf', { name: title })}
            onClick={onRemove}
          >
            {text(providerSetup, 'remove')}
          </Button>
        )}
      </div>
      <ProviderTries tries={tries} />
    </li>
  );
}

/** Holds which provider is edited or being removed, and what came of it. After each step the focus goes to the control that follows. */
function useProviderPlaces(engines: AdminEngines) {
  const area = useRef<HTMLDivElement>(null);
  const focus = useRowFocus(area);
  const [edited, setEdited] = useState<ProviderName | null>(null);
  const [removed, setRemoved] = useState<ProviderName | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [tried, setTried] = useState<{ name: ProviderName; tries: readonly ProviderTry[] } | null>(null);
  const places = placesOf(engines);
  // The row of a new provider appears with the data, which may be a render later than the end of the form.
  const savedRow = places.find(({ name }) => name === tried?.name)?.name;
  useEffect(() => {
    if (savedRow !== undefined)
      area.current?.querySelector<HTMLElement>(`[data-row="${savedRow}"] [data-focus="edit"]`)?.focus();
  }, [savedRow]);
  return {
    area,
    places,
    /** First place that nothing fills; undefined if there is none. */
    free: PROVIDER_NAMES.find((name) => places.every((place) => place.name !== name)),
    edited,
    removed,
    busy,
    problem,
    triesOf: (name: ProviderName) => (tried?.name === name ? tried.tries : []),
    edit: (name: ProviderName) => {
      setEdited(name);
      setTried(null);
      setProblem(null);
      focus('form', 'kind');
    },
    leave: (name: ProviderName) => {
      setEdited(null);
      if (places.some((place) => place.name === name)) focus(name, 'edit');
      else focus(null, 'add');
    },
    finish: (name: ProviderName, tries: readonly ProviderTry[]) => {
      setEdited(null);
      setTried({ name, tries });
      const saved = text(providerSetup, 'saved', { name: text(engineNames, name) });
      announce(`${saved} ${triesText(tries)}`, 'polite');
    },
    askToRemove: setRemoved,
    remove: async (name: ProviderName) => {
      if (busy) return;
      setBusy(true);
      const answer = await removeProvider(name, engines.settings.revision);
      setBusy(false);
      setRemoved(null);
      setTried(null);
      const conflict = text(providerSetup, 'conflict');
      const sentence = answer.ok ? null : answer.code === 'conflict' ? conflict : answer.detail;
      setProblem(sentence);
      announce(sentence ?? text(providerSetup, 'removed', { name: text(engineNames, name) }), 'polite');
      if (!answer.ok) return;
      // The row stays if the environment fills the place.
      if (placesOf(answer.value).some((place) => place.name === name)) focus(name, 'edit');
      else focus(null, 'add');
    },
  };
}

/** Renders the providers that are set up, and the form that sets one up. Each is saved on its own, apart from the section's draft. */
export function ProviderRows({ engines }: { engines: AdminEngines }) {
  const id = useId();
  const { area, places, free, edited, removed, problem, ...actions } = useProviderPlaces(engines);
  return (
    <SettingRow heading={text(providerSetup, 'heading')} help={text(providerSetup, 'help')} wide>
      <div ref={area} className={styles.area}>
        {places.length === 0 && edited === null && (
          <p className={styles.none}>{text(providerSetup, 'none')}</p>
        )}
        {places.length > 0 && (
          <ul className={styles.list} aria-label={text(providerSetup, 'list')}>
            {places.map((place) => (
              <ProviderRow
                key={place.name}
                place={place}
                tries={actions.triesOf(place.name)}
                isLocked={edited !== null}
                onEdit={() => actions.edit(place.name)}
                onRemove={() => actions.askToRemove(place.name)}
              />
            ))}
          </ul>
        )}
        {problem !== null && (
          <FieldMessage id={`${id}problem`} tone="error" icon={CircleAlert}>
            {problem}
          </FieldMessage>
        )}
        {edited !== null && (
          <ProviderForm
            key={edited}
            name={edited}
            title={text(engineNames, edited)}
            stored={engines.settings.provider[edited]}
            revision={engines.settings.revision}
            onSaved={(tries) => actions.finish(edited, tries)}
            onCancel={() => actions.leave(edited)}
          />
        )}
        {edited === null && free !== undefined && (
          <Button size="small" data-focus="add" onClick={() => actions.edit(free)}>
            <Plus aria-hidden className="ic-s" />
            {text(providerSetup, 'add')}
          </Button>
        )}
      </div>
      {removed !== null && (
        <ConfirmDialog
          title={text(providerSetup, 'removeTitle', { name: text(engineNames, removed) })}
          text={text(providerSetup, 'removeText')}
          cancel={text(providerSetup, 'cancel')}
          confirm={text(providerSetup, 'remove')}
          busy={actions.busy}
          onConfirm={() => void actions.remove(removed)}
          onCancel={() => actions.askToRemove(null)}
        />
      )}
    </SettingRow>
  );
}
