import { engineEditor } from '#messages/engine-editor.ts';
import { engineNames } from '#messages/engine-names.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import { announce } from '../../../../state/announcer.ts';
import type { EngineDraft } from '../../../../state/panel/edited-engines.ts';
import { changeItem } from '../../list-edits.ts';
import { useListOrder, useRowFocus } from '../../use-list-editor.ts';
import { useUndoNotices } from '../../use-undo-notices.tsx';
import { useAddress } from './address-field.tsx';
import {
  addTestPost,
  type EngineItem,
  enginesOf,
  isFull,
  isSetUp,
  itemsOf,
  type TestPostProblem,
  withOrder,
} from './engine-draft.ts';

/**
 * Returns functions that add and remove test posts and move the focus. `add` returns why the link is not valid, or null. A removal shows a
 * toast with an Undo button.
 */
function useTestPosts({ now, edit }: EngineDraft) {
  const focusRow = useRowFocus();
  const raiseUndo = useUndoNotices();
  const put = (platform: PlatformId, links: string[]) =>
    edit({ canaries: { ...now().canaries, [platform]: links } });
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

/** Returns the values of the draft of the engines, and the functions that edit them, which also move the focus. */
export function useEngineEditor(
  draft: EngineDraft,
  adminEngines: Pick<AdminEngines, 'engines' | 'settings'>,
) {
  const { values, now, edit } = draft;
  const shown = ({ id }: EngineItem) => isSetUp(id, adminEngines);
  const { drop, move } = useListOrder<EngineItem>({
    currentItems: () => itemsOf(now()).filter(shown),
    setItems: (items) => edit({ engines: enginesOf(withOrder(itemsOf(now()), items)) }),
    nameOf: ({ id }) => text(engineNames, id),
  });
  /** Stores the address of the webhook in the draft. `isLan` says that the owner has confirmed an address in the local network. */
  const putWebhook = (address: string | null, isLan = false) =>
    edit({ alerts: { webhook: address, below: now().alerts.below, ...(isLan && { lan: true as const }) } });
  const webhook = useAddress(
    values.alerts.webhook,
    () => now().alerts.webhook,
    (address, isTidied) => putWebhook(address, isTidied && now().alerts.lan === true),
    values.alerts.lan === true,
  );
  return {
    values,
    drop,
    move,
    toggle: (id: EngineName, on: boolean) =>
      edit({ engines: enginesOf(changeItem(itemsOf(now()), id, { on })) }),
    testPosts: useTestPosts(draft),
    togglePlatform: (platform: PlatformId, on: boolean) =>
      edit({ platforms: { ...now().platforms, [platform]: on } }),
    webhook,
    confirmLan: (address: string) => putWebhook(address, true),
    setAlertBelow: (below: number) => edit({ alerts: { ...now().alerts, below } }),
    /** Call it before a save. Normalises the address of the webhook and returns true, or shows its problem and returns false. */
    check: (): boolean => webhook.check(),
  };
}

export type EngineEditor = ReturnType<typeof useEngineEditor>;
