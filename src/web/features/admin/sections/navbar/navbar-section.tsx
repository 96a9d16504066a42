import { type ReactNode, useRef } from 'react';
import type { NavbarSettings } from '#shared/contract/site.ts';
import { DEFAULT_NAVBAR } from '#shared/contract/site-defaults.ts';
import { NAVBAR_EDITOR } from '#shared/navbar-messages.ts';
import { PANEL_MESSAGES } from '#shared/panel-messages.ts';
import { SECTION_TITLES } from '#shared/panel-shell-messages.ts';
import { announce } from '../../../../state/announcer.ts';
import { useDraft } from '../../../../state/panel/use-draft.ts';
import { LivePreview, type PreviewWidth } from '../../live-preview.tsx';
import { SectionFrame } from '../../section-frame.tsx';
import { BehaviourSettings } from './behaviour-settings.tsx';
import { ButtonSettings } from './button-settings.tsx';
import { LinkList } from './link-list.tsx';
import { navbarChanges } from './navbar-changes.ts';
import { presentable } from './navbar-draft.ts';
import styles from './navbar-section.module.css';
import { RestoreDefaults } from './restore-defaults.tsx';
import { useNavbarEditor } from './use-navbar-editor.ts';

const SETTINGS = ['navbar'] as const;

/**
 * Says what a header without visible links still shows. The status region is always mounted, so that changes are
 * announced.
 */
function EmptyNote({ navbar }: { navbar: NavbarSettings }) {
  const empty = !navbar.links.some(({ visible }) => visible);
  return (
    <div role="status">
      {empty && (
        <p className={styles.empty}>
          {navbar.button.visible ? NAVBAR_EDITOR.noneShown : NAVBAR_EDITOR.noneShownNoButton}
        </p>
      )}
    </div>
  );
}

/**
 * Renders Navbar Management: links, button and behaviour of the public header. `preview` renders the header for
 * settings and a width.
 */
export function NavbarSection({
  preview,
}: {
  preview: (navbar: NavbarSettings, width: PreviewWidth) => ReactNode;
}) {
  const draft = useDraft('navbar', SETTINGS);
  const form = useRef<HTMLDivElement>(null);
  const editor = useNavbarEditor(draft, form);
  const shown = presentable(editor.navbar);
  /** Focuses the first invalid field once it shows its problem. */
  const check = () => {
    const ok = editor.check();
    if (!ok) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
    return ok;
  };
  const restore = () => {
    editor.set(DEFAULT_NAVBAR);
    announce(NAVBAR_EDITOR.restored, 'polite');
  };
  return (
    <SectionFrame
      draft={draft}
      title={SECTION_TITLES.navbar}
      lede={NAVBAR_EDITOR.intro}
      changes={navbarChanges(draft.saved.navbar, editor.navbar)}
      failure={PANEL_MESSAGES.changesSaveFailed}
      check={check}
      actions={<RestoreDefaults onRestore={restore} />}
      preview={
        <LivePreview note={<EmptyNote navbar={shown} />}>{(width) => preview(shown, width)}</LivePreview>
      }
    >
      <div ref={form}>
        <div className={styles.links}>
          <LinkList editor={editor} />
        </div>
        <ButtonSettings editor={editor} />
        <BehaviourSettings editor={editor} />
      </div>
    </SectionFrame>
  );
}
