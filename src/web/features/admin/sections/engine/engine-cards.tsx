import { CircleAlert, Gauge, KeyRound, type LucideIcon, Tag, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import { engineNames } from '#messages/engine-names.ts';
import { providerSetup } from '#messages/provider-setup.ts';
import type { UnusedProvider } from '#shared/contract/chosen-provider.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { AdminEngines, ListedEngine } from '#shared/contract/engines.ts';
import { listWithAnd } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import panel from '../../panel-styles.module.css';
import { SettingRow } from '../../setting-row.tsx';
import { moveActions, SortableList } from '../../sortable-list.tsx';
import { SwitchedRow } from '../../switched-row.tsx';
import { useIsOwner } from '../../use-is-own.ts';
import { AddEngine } from './add-engine.tsx';
import { Disclosure } from './disclosure.tsx';
import styles from './engine-cards.module.css';
import { type EngineItem, isSetUp, itemsOf, readsPosts } from './engine-draft.ts';
import { EngineHealthList } from './engine-measurements.tsx';
import { ProviderCard } from './provider-card.tsx';
import type { EngineEditor } from './use-engine-editor.ts';
import type { ProviderSetup } from './use-provider-setup.ts';
import { YtDlpCard } from './yt-dlp-card.tsx';

const Fact = ({
  icon: Icon,
  isSlow = false,
  children,
}: {
  icon: LucideIcon;
  isSlow?: boolean;
  children: string;
}) => (
  <li data-tone={isSlow ? 'slow' : undefined}>
    <Icon aria-hidden className="ic-s" />
    {children}
  </li>
);

/**
 * Renders the version of an engine, whether its key is set and readable, its remaining quota and its warning, each only if there is one.
 * The key itself is never sent to the browser.
 */
const Facts = ({ facts: { key, version, warning, quota } }: { facts: ListedEngine }) => (
  <ul className={styles.facts}>
    {version !== null && <Fact icon={Tag}>{text(engineEditor, 'version', { version })}</Fact>}
    {key !== 'not_needed' && (
      <Fact icon={key === 'unreadable' ? CircleAlert : KeyRound} isSlow={key === 'unreadable'}>
        {text(engineEditor, `keys.${key}`)}
      </Fact>
    )}
    {quota !== null && (
      <Fact icon={Gauge} isSlow={quota.remaining === 0}>
        {text(engineEditor, 'quota', { remaining: quota.remaining, count: quota.limit })}
      </Fact>
    )}
    {warning !== null && (
      <Fact icon={TriangleAlert} isSlow>
        {text(engineEditor, `warnings.${warning}`)}
      </Fact>
    )}
  </ul>
);

/** Returns the sentence that says what the engine does, or which service it asks and where. */
function purposeOf(name: EngineName, service: ListedEngine['service']): string {
  if (service === null) return text(engineEditor, `purposes.${name}`);
  return service.name === null
    ? text(engineEditor, 'instanceAt', { host: service.host })
    : text(providerSetup, 'serviceAt', {
        service: text(providerSetup, `services.${service.name}`),
        host: service.host,
      });
}

/** Renders the setup of an engine, folded; nothing for an engine without a setup. */
function Setup({ facts: { name, key }, setup }: { facts: ListedEngine; setup: ProviderSetup }) {
  const isOwner = useIsOwner();
  let content: ReactNode = null;
  if (name === 'provider') content = <ProviderCard setup={setup} />;
  // The server tells only the owner about the program.
  if (name === 'yt-dlp')
    content = isOwner ? <YtDlpCard /> : <p className={panel.small}>{text(engineEditor, 'ownersSetup')}</p>;
  if (name === 'cobalt')
    content = (
      <p className={panel.small}>
        {text(engineEditor, `cobaltSetup.${key === 'present' ? 'present' : 'missing'}`)}
      </p>
    );
  if (content === null) return null;
  return (
    <Disclosure
      summary={text(engineEditor, 'setup')}
      subject={text(engineEditor, 'setupOf', { name: text(engineNames, name) })}
      data-setup={name}
    >
      {content}
    </Disclosure>
  );
}

interface CardsProps {
  editor: EngineEditor;
  engines: AdminEngines;
  setup: ProviderSetup;
}

function EngineCard({
  item,
  handle,
  actions,
  editor,
  engines,
  setup,
}: CardsProps & { item: EngineItem; handle: ReactNode; actions: ReturnType<typeof moveActions> }) {
  const name = text(engineNames, item.id);
  const facts = engines.engines.find((one) => one.name === item.id);
  const sharesPace =
    (item.id === 'native' || item.id === 'yt-dlp') &&
    isSetUp('native', engines) &&
    isSetUp('yt-dlp', engines);
  return (
    <>
      <SwitchedRow
        name={name}
        handle={handle}
        firstCell={
          <div className={classNames(styles.name, !item.on && styles.off)}>
            <h3>{name}</h3>
            <small>{purposeOf(item.id, facts?.service ?? null)}</small>
          </div>
        }
        secondCell={facts && <Facts facts={facts} />}
        toggle={{
          label: text(engineEditor, 'ask', { name }),
          checked: item.on,
          state: item.on ? text(engineEditor, 'on') : text(engineEditor, 'off'),
          onChange: (on) => editor.toggle(item.id, on),
        }}
        actions={actions}
      />
      <div className={styles.inside}>
        <EngineHealthList
          name={item.id}
          health={engines.health.filter(
            ({ engine, platform }) =>
              engine === item.id && facts?.service?.platforms.includes(platform) !== false,
          )}
          sharesPace={sharesPace}
        />
        {facts && <Setup facts={facts} setup={setup} />}
      </div>
    </>
  );
}

/**
 * Returns the sentence that says where the order of the engines comes from; '' if it was chosen in the panel and the environment variable
 * is not set.
 */
function originOf({ chosenInPanel, variableSet }: AdminEngines): string {
  if (chosenInPanel) return variableSet ? text(engineEditor, 'chosen') : '';
  return text(engineEditor, variableSet ? 'fromVariable' : 'fromDefault');
}

/** Renders the names of the providers that an earlier version stored and this version does not use; nothing if there are none. */
function UnusedProviders({ providers }: { providers: readonly UnusedProvider[] }) {
  if (providers.length === 0) return null;
  const named = providers.map((provider) => text(providerSetup, 'serviceAt', { ...provider }));
  return (
    <FieldMessage tone="warning" icon={TriangleAlert}>
      {text(providerSetup, 'unused', { providers: listWithAnd(named) })}
    </FieldMessage>
  );
}

const nameOf = ({ id }: EngineItem): string => text(engineNames, id);

/**
 * Renders a sortable card for each engine that is set up, in the order in which the engines are asked. Below them, folded, renders the
 * engines that can be added.
 */
export function EngineCards(props: CardsProps) {
  const { editor, engines, setup } = props;
  const items = itemsOf(editor.values).filter(({ id }) => isSetUp(id, engines));
  const anyOn = items.some(({ id, on }) => on && readsPosts(id, engines));
  return (
    <SettingRow heading={text(engineEditor, 'engines')} help={text(engineEditor, 'enginesHelp')} wide>
      <UnusedProviders providers={engines.unusedProviders} />
      <div className={styles.cards}>
        <SortableList
          items={items}
          label={text(engineEditor, 'engines')}
          nameOf={nameOf}
          rowClass={() => styles.card}
          onMove={editor.drop}
        >
          {(item, handle, index) => (
            <EngineCard
              {...props}
              item={item}
              handle={handle}
              actions={moveActions(index, items.length, (to) => editor.move(item.id, to))}
            />
          )}
        </SortableList>
      </div>
      <div role="status">{!anyOn && <p className={panel.caution}>{text(engineEditor, 'noneOn')}</p>}</div>
      <AddEngine engines={engines} setup={setup} />
      <p className={styles.note}>
        {originOf(engines)} {text(engineEditor, 'healthHelp')}
      </p>
    </SettingRow>
  );
}
