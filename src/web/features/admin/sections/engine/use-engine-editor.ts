import type { RefObject } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import { engineNames } from '#messages/engine-names.ts';
import { listEditor } from '#messages/list-editor.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { AdminEngines, EngineValues } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import { announce } from '../../../../state/announcer.ts';
import type { EngineDraft } from '../../../../state/panel/edited-engines.ts';
import { changeItem } from '../../list-edits.ts';
import { useLatestValues } from '../../use-latest-values.ts';
import { useRowFocus } from '../../use-row-focus.ts';
import { useUndoNotices } from '../../use-undo-notices.tsx';
import { useAddress } from './address-field.tsx';
import {
  addTestPost,
  enginesOf,
  isFull,
  isSetUp,
  itemsOf,
  moveShown,
  type TestPostProblem,
} from './engine-draft.ts';

type Latest = ReturnType<typeof useLatestValues<EngineValues>>;

/**
 * Returns the functions that move and switch engines. After a move through the menu the focus follows the row; for a
 * drag, dnd-kit handles it (`drop`).
 */
function useOrder(
  { now, set }: Latest,
  focusRow: ReturnType<typeof useRowFocus>,
  shown: (name: EngineName) => boolean,
) {
  const drop = (id: EngineName, to: number) =>
    set({ engines: enginesOf(moveShown(itemsOf(now()), shown, id, to)) });
  return {
    drop,
    move: (id: EngineName, to: number) => {
      drop(id, to);
      const engines = now().engines.filter(({ name }) => shown(name));
      const place = engines.findIndex(({ name }) => name === id);
      focusRow(id, 'menu');
      announce(
        text(listEditor, 'position', {
          name: text(engineNames, id),
          position: place + 1,
          count: engines.length,
        }),
        'polite',
      );
    },
    toggle: (id: EngineName, on: boolean) =>
      set({ engines: enginesOf(changeItem(itemsOf(now()), id, { on })) }),
  };
}

/** Returns the functions that add and remove test posts; removing shows an Undo toast. */
function useTestPosts({ now, set }: Latest, focusRow: ReturnType<typeof useRowFocus>) {
  const raiseUndo = useUndoNotices();
  const put = (platform: PlatformId, links: string[]) =>
    set({ canaries: { ...now().canaries, [platform]: links } });
  const restore = (platform: PlatformId, link: string, index: number) => {
    const links = now().canaries[platform];
    if (isFull(links) || links.includes(link)) return;
    put(platform, links.toSpliced(Math.min(index, links.length), 0, link));
    focusRow(`${platform} ${link}`, 'remove');
    announce(text(engineEditor, 'postRestored'), 'polite');
  };
  return {
    add: (platform: PlatformId, pasted: string): TestPostProblem | null => {
      const outcome = addTestPost(now().canaries[platform], pasted, platform);
      if (!outcome.ok) return outcome.problem;
      put(platform, outcome.links);
      announce(text(engineEditor, 'postAdded', { count: outcome.links.length }), 'polite');
      // The field is removed when the list is full.
      const last = outcome.links.at(-1) ?? '';
      if (isFull(outcome.links)) focusRow(`${platform} ${last}`, 'remove');
      else focusRow(`${platform} new`, 'link');
      return null;
    },
    remove: (platform: PlatformId, link: string) => {
      const links = now().canaries[platform];
      const index = links.indexOf(link);
      const rest = links.toSpliced(index, 1);
      const next = rest[index] ?? rest[index - 1];
      if (next === undefined) focusRow(`${platform} new`, 'link');
      else focusRow(`${platform} ${next}`, 'remove');
      put(platform, rest);
      raiseUndo(text(engineEditor, 'postRemoved'), () => restore(platform, link, index));
    },
  };
}

/**
 * Returns the values of the engines' draft and the functions that edit them. `area` contains the rows, in which the edits move the focus.
 */
export function useEngineEditor(
  draft: EngineDraft,
  area: RefObject<HTMLElement | null>,
  known: Pick<AdminEngines, 'engines' | 'settings'>,
) {
  const { values } = draft;
  const latest = useLatestValues(draft);
  const { now, set } = latest;
  const focusRow = useRowFocus(area);
  const alerts = (part: Partial<EngineValues['alerts']>) => set({ alerts: { ...now().alerts, ...part } });
  /** Another address is not confirmed to be in the local network. */
  const putWebhook = (address: string | null, isLan = false) =>
    set({ alerts: { webhook: address, below: now().alerts.below, ...(isLan && { lan: true as const }) } });
  const isLan = values.alerts.lan === true;
  const webhook = useAddress(
    values.alerts.webhook,
    () => now().alerts.webhook,
    (address, isTidied) => putWebhook(address, isTidied && now().alerts.lan === true),
    isLan,
  );
  return {
    values,
    order: useOrder(latest, focusRow, (name) => isSetUp(name, known)),
    testPosts: useTestPosts(latest, focusRow),
    fetchFrom: (platform: PlatformId, on: boolean) =>
      set({ platforms: { ...now().platforms, [platform]: on } }),
    webhook,
    confirmLan: (address: string) => putWebhook(address, true),
    setAlertBelow: (below: number) => alerts({ below }),
    /** Validates the address before a save and normalises it, or shows its problem and returns false. */
    check: (): boolean => webhook.check(),
  };
}

export type EngineEditor = ReturnType<typeof useEngineEditor>;
