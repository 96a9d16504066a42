import { RotateCcw } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { navbarEditor } from '#messages/navbar-editor.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import type { NavbarSettings } from '#shared/contract/site.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { NAVBAR_BUTTON_LABEL_MAX_CHARACTERS } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../../../state/announcer.ts';
import { isEqual } from '../../../../state/panel/draft.ts';
import { type Draft, useDraft } from '../../../../state/panel/use-draft.ts';
import { ConfirmButton } from '../../confirm-dialog.tsx';
import { Field } from '../../field.tsx';
import { LivePreview } from '../../live-preview.tsx';
import type { PreviewWidth } from '../../preview-head.tsx';
import { SectionFrame } from '../../section-frame.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { SwitchCard } from '../../switch-card.tsx';
import { CountedInput } from './counted-input.tsx';
import { LinkList } from './link-list.tsx';
import { navbarChanges, toShownNavbar } from './navbar-draft.ts';
import styles from './navbar-section.module.css';
import { TargetField } from './target-field.tsx';
import { type NavbarEditor, useNavbarEditor } from './use-navbar-editor.ts';

const SETTINGS = ['navbar'] as const;

/**
 * Renders a sentence on what the header still shows if it has no visible links. The status region is always mounted, so that screen readers
 * announce changes.
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

/** Renders the settings of the header's button: visibility, label and target. */
function ButtonSettings({ editor }: { editor: NavbarEditor }) {
  const { navbar, problemsOfButton: problems } = editor;
  const { button } = navbar;
  const id = useId();
  const edit = (part: Partial<typeof button>) => editor.set({ ...navbar, button: { ...button, ...part } });
  return (
    <SettingRow heading={text(navbarEditor, 'button')} help={text(navbarEditor, 'buttonHelp')}>
      <SwitchCard
        name={text(navbarEditor, 'showButton')}
        state={button.visible ? text(navbarEditor, 'on') : text(navbarEditor, 'off')}
        checked={button.visible}
        onChange={(visible) => edit({ visible })}
      />
      <Field id={`${id}label`} label={text(navbarEditor, 'buttonLabel')} className={styles.field}>
        <CountedInput
          id={`${id}label`}
          value={button.label}
          maxCharacters={NAVBAR_BUTTON_LABEL_MAX_CHARACTERS}
          isMissing={problems.label !== undefined}
          onChange={({ target }) => edit({ label: target.value })}
        />
      </Field>
      <Field id={`${id}target`} label={text(navbarEditor, 'buttonTarget')} className={styles.field}>
        <TargetField
          id={`${id}target`}
          addressLabel={text(navbarEditor, 'buttonAddress')}
          target={button.target}
          problem={problems.address}
          onChange={(target) => edit({ target })}
        />
      </Field>
    </SettingRow>
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
 * Renders the button that puts the default navbar into the form after a confirmation. The button is unavailable while the default navbar is
 * in the form.
 */
function RestoreDefaults({ draft }: { draft: Draft<'navbar'> }) {
  const isDefault = isEqual(draft.values.navbar, DEFAULTS);
  const isSaved = isEqual(draft.saved.navbar, DEFAULTS);
  return (
    <ConfirmButton
      look="ghost"
      size="small"
      unavailable={isDefault}
      title={text(navbarEditor, 'restoreTitle')}
      hint={isDefault ? text(navbarEditor, 'restoreNothing') : undefined}
      text={text(navbarEditor, isSaved ? 'restoreUnsaved' : 'restoreText')}
      confirmLabel={text(navbarEditor, 'restore')}
      run={() => {
        draft.edit({ navbar: DEFAULTS });
        announce(text(navbarEditor, isSaved ? 'restoredSaved' : 'restored'), 'polite');
      }}
    >
      <RotateCcw aria-hidden className="ic-s" />
      {text(navbarEditor, 'restore')}
    </ConfirmButton>
  );
}

/**
 * Renders Navbar Management: the links, the button and the behaviour of the public header. `preview` renders the header with these settings
 * for a preview of this width.
 */
export function NavbarSection({
  preview,
}: {
  preview: (navbar: NavbarSettings, width: PreviewWidth) => ReactNode;
}) {
  const draft = useDraft('navbar', SETTINGS);
  const editor = useNavbarEditor(draft);
  const shown = toShownNavbar(editor.navbar);
  return (
    <SectionFrame
      draft={draft}
      lede={text(navbarEditor, 'intro')}
      changedNames={navbarChanges(draft.saved.navbar, editor.navbar)}
      failureMessage={text(panelOutcomes, 'changesSaveFailed')}
      check={editor.check}
      actions={<RestoreDefaults draft={draft} />}
      preview={
        <LivePreview note={<EmptyNote navbar={shown} />}>{(width) => preview(shown, width)}</LivePreview>
      }
    >
      <div className={styles.links}>
        <LinkList editor={editor} />
      </div>
      <ButtonSettings editor={editor} />
      <BehaviourSettings editor={editor} />
    </SectionFrame>
  );
}
