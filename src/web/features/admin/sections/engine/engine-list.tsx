import { Check, CircleAlert, Gauge, KeyRound, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import { engineNames } from '#messages/engine-names.ts';
import type { AdminEngines, ListedEngine } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { moveActions } from '../../move-actions.ts';
import { SettingRow } from '../../setting-row.tsx';
import { SwitchedList, SwitchedRow } from '../../switched-list.tsx';
import { type EngineItem, isShown, itemsOf, readsPosts } from './engine-draft.ts';
import styles from './engine-list.module.css';
import type { EngineEditor } from './use-engine-editor.ts';

interface EngineRowProps {
  item: EngineItem;
  /** Facts the server reports about the engine; undefined if there are none. */
  facts: ListedEngine | undefined;
  handle: ReactNode;
  /** Index in the list, from 0, and the list's length. */
  index: number;
  count: number;
  onToggle: (on: boolean) => void;
  onMove: (to: number) => void;
}

/** Renders whether the engine has a key; the key itself is never sent to the browser. */
function KeyFact({ of }: { of: ListedEngine['key'] }) {
  const Icon = of === 'missing' ? CircleAlert : KeyRound;
  return (
    <li className={of === 'missing' ? styles.warn : undefined}>
      <Icon aria-hidden className="ic-s" />
      {text(engineEditor, `keys.${of}`)}
    </li>
  );
}

function QuotaFact({ of: { remaining, limit } }: { of: NonNullable<ListedEngine['quota']> }) {
  return (
    <li className={remaining === 0 ? styles.warn : undefined}>
      <Gauge aria-hidden className="ic-s" />
      {text(engineEditor, 'quota', { remaining, count: limit })}
    </li>
  );
}

function Facts({ facts }: { facts: ListedEngine }) {
  const { name, configured, key, version, warning, quota } = facts;
  return (
    <ul className={styles.facts}>
      {!configured && (
        <li className={styles.warn}>
          <TriangleAlert aria-hidden className="ic-s" />
          {text(engineEditor, `lacking.${name}`)}
        </li>
      )}
      {version !== null && (
        <li>
          <Check aria-hidden className="ic-s" />
          {text(engineEditor, 'version', { version })}
        </li>
      )}
      <KeyFact of={key} />
      {quota !== null && <QuotaFact of={quota} />}
      {warning !== null && (
        <li className={styles.warn}>
          <TriangleAlert aria-hidden className="ic-s" />
          {text(engineEditor, `warnings.${warning}`)}
        </li>
      )}
    </ul>
  );
}

function EngineRow({ item, facts, handle, index, count, onToggle, onMove }: EngineRowProps) {
  const name = text(engineNames, item.id);
  return (
    <SwitchedRow
      name={name}
      handle={handle}
      first={
        <div className={classNames(styles.name, !item.on && styles.off)}>
          <b>{name}</b>
          <small>{text(engineEditor, `purposes.${item.id}`)}</small>
        </div>
      }
      second={facts && <Facts facts={facts} />}
      toggle={{
        label: text(engineEditor, 'ask', { name }),
        checked: item.on,
        state: item.on ? text(engineEditor, 'on') : text(engineEditor, 'off'),
        onChange: onToggle,
      }}
      actions={moveActions(index, count, onMove)}
    />
  );
}

const nameOf = ({ id }: EngineItem): string => text(engineNames, id);

/** Renders the engines in order, each with its switch and known facts. */
export function EngineList({ editor, engines }: { editor: EngineEditor; engines: AdminEngines }) {
  const items = itemsOf(editor.values).filter(({ id }) => isShown(id, engines));
  const anyOn = items.some(({ id, on }) => on && readsPosts(id, engines));
  return (
    <SettingRow heading={text(engineEditor, 'engines')} help={text(engineEditor, 'enginesHelp')} wide>
      <SwitchedList
        className={styles.list}
        columns={[
          text(engineEditor, 'columns.engine'),
          text(engineEditor, 'columns.facts'),
          text(engineEditor, 'columns.on'),
        ]}
        items={items}
        label={text(engineEditor, 'engines')}
        nameOf={nameOf}
        onMove={editor.order.drop}
      >
        {(item, handle, index) => (
          <EngineRow
            item={item}
            facts={engines.engines.find(({ name }) => name === item.id)}
            handle={handle}
            index={index}
            count={items.length}
            onToggle={(on) => editor.order.toggle(item.id, on)}
            onMove={(to) => editor.order.move(item.id, to)}
          />
        )}
      </SwitchedList>
      <p className={styles.note}>
        {engines.chosenInPanel ? text(engineEditor, 'chosen') : text(engineEditor, 'fromVariable')}
      </p>
      <div role="status">{!anyOn && <p className={styles.none}>{text(engineEditor, 'noneOn')}</p>}</div>
    </SettingRow>
  );
}
