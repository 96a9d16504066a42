import { useState } from 'react';
import { footerEditor } from '#messages/footer-editor.ts';
import type { SocialLink } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../../../state/announcer.ts';
import type { Draft } from '../../../../state/panel/use-draft.ts';
import { useListEditor } from '../../use-list-editor.ts';
import {
  addSocialLink,
  areAllUsed,
  changeLink,
  restoreSocialLink,
  type SocialLinkFields,
  type SocialLinkProblem,
} from './footer-draft.ts';

type Id = SocialLink['id'];

/** Returns the social links in the draft and the functions that edit them, which also move the focus. */
export function useFooterEditor(draft: Draft<'socialLinks'>) {
  const now = (): readonly SocialLink[] => draft.now().socialLinks;
  const set = (links: readonly SocialLink[]) => draft.edit({ socialLinks: [...links] });
  const { focusRow, ...list } = useListEditor<SocialLink>({
    currentItems: now,
    setItems: set,
    nameOf: ({ name }) => name,
    insertRemoved: restoreSocialLink,
    noRoomText: ({ name }) => text(footerEditor, 'noRoomForUndo', { name }),
    emptyFocus: 'platform',
  });
  const [editing, setEditing] = useState<readonly Id[]>([]);
  const close = (id: Id) => {
    setEditing((open) => open.filter((other) => other !== id));
    focusRow(id, 'edit');
  };
  return {
    ...list,
    links: draft.values.socialLinks as readonly SocialLink[],
    /**
     * Returns whether the form of a link is open. Several forms can be open, because opening one must not discard what is typed in another.
     */
    isEditing: (id: Id) => editing.includes(id),
    open: (id: Id) => {
      setEditing((open) => [...open, id]);
      focusRow(id, 'url');
    },
    close,
    /** Adds a link and returns null, or returns why the link is not valid. */
    add: (form: SocialLinkFields): SocialLinkProblem | null => {
      const outcome = addSocialLink(now(), form, Date.now());
      if (!outcome.ok) return outcome.problem;
      set(outcome.links);
      // Focuses the form for the next link, or the added row if no platform is left.
      if (areAllUsed(outcome.links)) focusRow(outcome.link.id, 'edit');
      else focusRow('new', 'platform');
      const values = { name: outcome.link.name, count: outcome.links.length };
      announce(text(footerEditor, 'added', values), 'polite');
      return null;
    },
    /** Changes a link and returns null, or returns why the changed link would not be valid. */
    change: (id: Id, form: SocialLinkFields): SocialLinkProblem | null => {
      const outcome = changeLink(now(), id, form);
      if (!outcome.ok) return outcome.problem;
      set(outcome.links);
      close(id);
      announce(text(footerEditor, 'changed', { name: outcome.link.name }), 'polite');
      return null;
    },
  };
}

export type FooterEditor = ReturnType<typeof useFooterEditor>;
