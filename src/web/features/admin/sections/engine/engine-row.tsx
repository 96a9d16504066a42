import { Check, CircleAlert, Gauge, KeyRound, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { ListedEngine } from '#shared/contract/engines.ts';
import { LIST_EDITOR } from '#shared/editor-messages.ts';
import { ENGINE_EDITOR, ENGINE_TITLES } from '#shared/engine-messages.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { ActionMenu } from '../../../../ui/action-menu.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import { moveActions } from '../../move-actions.ts';
import type { EngineItem } from './engine-draft.ts';
import styles from './engine-row.module.css';

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
      {ENGINE_EDITOR.keys[of]}
    </li>
  );
}

function QuotaFact({ of: { remaining, limit } }: { of: NonNullable<ListedEngine['quota']> }) {
  return (
    <li className={remaining === 0 ? styles.warn : undefined}>
      <Gauge aria-hidden className="ic-s" />
      {ENGINE_EDITOR.quota(remaining, limit)}
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
          {ENGINE_EDITOR.lacking[name]}
        </li>
      )}
      {version !== null && (
        <li>
          <Check aria-hidden className="ic-s" />
          {ENGINE_EDITOR.version(version)}
        </li>
      )}
      <KeyFact of={key} />
      {quota !== null && <QuotaFact of={quota} />}
      {warning !== null && (
        <li className={styles.warn}>
          <TriangleAlert aria-hidden className="ic-s" />
          {ENGINE_EDITOR.warnings[warning]}
        </li>
      )}
    </ul>
  );
}

/** Renders one engine: description, facts, switch and menu. */
export function EngineRow({ item, facts, handle, index, count, onToggle, onMove }: EngineRowProps) {
  const id = useId();
  const name = ENGINE_TITLES[item.id];
  return (
    <div className={classNames(styles.row, !item.on && styles.off)}>
      <span className={styles.handle}>{handle}</span>
      <div className={styles.name}>
        <b>{name}</b>
        <small>{ENGINE_EDITOR.purposes[item.id]}</small>
      </div>
      {facts && <Facts facts={facts} />}
      <div className={styles.ask}>
        <span id={id} className="sr">
          {ENGINE_EDITOR.ask(name)}
        </span>
        <Switch checked={item.on} labelledBy={id} onChange={onToggle} />
        <small aria-hidden="true">{item.on ? ENGINE_EDITOR.on : ENGINE_EDITOR.off}</small>
      </div>
      <ActionMenu label={LIST_EDITOR.moreActions(name)} actions={moveActions(index, count, onMove)} />
    </div>
  );
}
