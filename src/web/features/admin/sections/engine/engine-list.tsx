import type { AdminEngines } from '#shared/contract/engines.ts';
import { ENGINE_EDITOR, ENGINE_TITLES } from '#shared/engine-messages.ts';
import { SettingRow } from '../../setting-row.tsx';
import { SortableList } from '../../sortable-list.tsx';
import { type EngineItem, itemsOf } from './engine-draft.ts';
import styles from './engine-list.module.css';
import { EngineRow } from './engine-row.tsx';
import type { EngineEditor } from './use-engine-editor.ts';

const nameOf = ({ id }: EngineItem): string => ENGINE_TITLES[id];

/** Renders the engines in order, each with its switch and known facts. */
export function EngineList({ editor, engines }: { editor: EngineEditor; engines: AdminEngines }) {
  const items = itemsOf(editor.values);
  const anyOn = items.some(
    ({ id, on }) =>
      on && id !== 'sample' && engines.engines.some(({ name, configured }) => name === id && configured),
  );
  return (
    <SettingRow heading={ENGINE_EDITOR.engines} help={ENGINE_EDITOR.enginesHelp} wide>
      <div className={styles.columns} aria-hidden="true">
        <span>{ENGINE_EDITOR.columns.engine}</span>
        <span>{ENGINE_EDITOR.columns.facts}</span>
        <span>{ENGINE_EDITOR.columns.on}</span>
      </div>
      <SortableList items={items} label={ENGINE_EDITOR.engines} nameOf={nameOf} onMove={editor.order.drop}>
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
      </SortableList>
      <p className={styles.note}>
        {engines.chosenInPanel ? ENGINE_EDITOR.chosen : ENGINE_EDITOR.fromVariable}
      </p>
      <div role="status">{!anyOn && <p className={styles.none}>{ENGINE_EDITOR.noneOn}</p>}</div>
    </SettingRow>
  );
}
