import { RotateCcw } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { navbarEditor } from '#messages/navbar-editor.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import type { NavbarSettings } from '#shared/contract/site.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../../../state/announcer.ts';
import { isEqual } from '../../../../state/panel/draft.ts';
import { type Draft, useDraft } from '../../../../state/panel/use-draft.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../confirm-dialog.tsx';
import { LivePreview } from '../../live-preview.tsx';
import type { PreviewWidth } from '../../preview-head.tsx';
import { focusProblem } from '../../reveal.ts';
import { SectionFrame } from '../../section-frame.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { SwitchCard } from '../../switch-card.tsx';
import { ButtonSettings } from './button-settings.tsx';
import { LinkList } from './link-list.tsx';
import { navbarChanges, presentable } from './navbar-draft.ts';
import styles from './navbar-section.module.css';
import { type NavbarEditor, useNavbarEditor } from './use-navbar-editor.ts';

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
          {navbar.button.visible ? text(navbarEditor, 'noneShown') : text(navbarEditor, 'noneShownNoButton')}
        </p>
      )}
    </div>
  );
}

function BehaviourSettings({ editor }: { editor: NavbarEditor }) {
  const { navbar, set } = editor;
  const { sticky, themeSwitch } = navbar;
  return (
    <SettingRow heading={text(navbarEditor, 'behaviour')}>
      <SwitchCard
        name={text(navbarEditor, 'sticky')}
        state={sticky ? text(navbarEditor, 'stickyOn') : text(navbarEditor, 'stickyOff')}
        checked={sticky}
        onChange={(value) => set({ ...navbar, sticky: value })}
      />
      <SwitchCard
        name={text(navbarEditor, 'themeSwitch')}
        state={themeSwitch ? text(navbarEditor, 'themeSwitchOn') : text(navbarEditor, 'themeSwitchOff')}
        checked={themeSwitch}
        onChange={(value) => set({ ...navbar, themeSwitch: value })}
      />
    </SettingRow>
  );
}

const DEFAULTS = SITE_SETTINGS.navbar.default;

/**
 * Renders the button that restores the default navbar after a confirmation. It is off while there is nothing to restore.
 */
function RestoreDefaults({ draft, onRestore }: { draft: Draft<'navbar'>; onRestore: () => void }) {
  const [confirming, setConfirming] = useState(false);
  const isDefault = isEqual(draft.values.navbar, DEFAULTS);
  return (
    <>
      <Button
        look="ghost"
        size="small"
        unavailable={isDefault}
        title={isDefault ? text(navbarEditor, 'restoreNothing') : undefined}
        onClick={() => setConfirming(true)}
      >
        <RotateCcw aria-hidden className="ic-s" />
        {text(navbarEditor, 'restore')}
      </Button>
      {confirming && (
        <ConfirmDialog
          title={text(navbarEditor, 'restoreTitle')}
          text={text(navbarEditor, isEqual(draft.saved.navbar, DEFAULTS) ? 'restoreUnsaved' : 'restoreText')}
          confirm={text(navbarEditor, 'restore')}
          onConfirm={() => {
            setConfirming(false);
            onRestore();
          }}
          onCancel={() => setConfirming(false)}
        />
      )}
    </>
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
    if (!ok)
      requestAnimationFrame(() => {
        const field = form.current?.querySelector<HTMLElement>('[aria-invalid]');
        if (field) focusProblem(field);
      });
    return ok;
  };
  const restore = () => {
    editor.set(DEFAULTS);
    const isSaved = isEqual(draft.saved.navbar, DEFAULTS);
    announce(text(navbarEditor, isSaved ? 'restoredSaved' : 'restored'), 'polite');
  };
  return (
    <SectionFrame
      draft={draft}
      lede={text(navbarEditor, 'intro')}
      changes={navbarChanges(draft.saved.navbar, editor.navbar)}
      failure={text(panelOutcomes, 'changesSaveFailed')}
      check={check}
      actions={<RestoreDefaults draft={draft} onRestore={restore} />}
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
