import { useRef } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { providerSetup } from '#messages/provider-setup.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_IDS, PLATFORM_NAMES } from '#shared/platforms/platforms.ts';
import { useAdminEngines, useEngineDraft } from '../../../../state/panel/edited-engines.ts';
import { focusProblem } from '../../reveal.ts';
import { SectionFrame } from '../../section-frame.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { SwitchCard } from '../../switch-card.tsx';
import { AlertsRow } from './alerts-row.tsx';
import { CheckRow } from './check-row.tsx';
import { EngineCards } from './engine-cards.tsx';
import { engineChanges } from './engine-draft.ts';
import { TestPosts } from './test-posts.tsx';
import { useCheck } from './use-check.ts';
import { type EngineEditor, useEngineEditor } from './use-engine-editor.ts';
import { useProviderSetup } from './use-provider-setup.ts';
import { useMovedSetup } from './use-setup-focus.ts';
import { useAnnouncedProgress } from './yt-dlp-card.tsx';

function PlatformSwitches({ editor }: { editor: EngineEditor }) {
  return (
    <SettingRow heading={text(engineEditor, 'platforms')} help={text(engineEditor, 'platformsHelp')}>
      {PLATFORM_IDS.map((platform) => {
        const on = editor.values.platforms[platform];
        return (
          <SwitchCard
            key={platform}
            name={PLATFORM_NAMES[platform]}
            state={on ? text(engineEditor, 'platformOn') : text(engineEditor, 'platformOff')}
            checked={on}
            onChange={(next) => editor.fetchFrom(platform, next)}
          />
        );
      })}
    </SettingRow>
  );
}

/** Renders the Engine section: a card for each engine that is set up, the check, and the rarely used settings, folded. */
export function EngineSection() {
  const engines = useAdminEngines();
  const check = useCheck();
  const draft = useEngineDraft(engines, () =>
    check.run({ engine: 'provider', switches: true }, text(providerSetup, 'checking')),
  );
  const form = useRef<HTMLDivElement>(null);
  const editor = useEngineEditor(draft, form, engines);
  const setup = useProviderSetup(draft, engines, form, check);
  const trackFocus = useMovedSetup(form, engines);
  useAnnouncedProgress();
  /** Focuses the first invalid field once it shows its problem. */
  const validate = () => {
    const ok = [editor.check(), setup.validate()].every(Boolean);
    const wrong = '[data-address][aria-invalid="true"]';
    if (!ok)
      requestAnimationFrame(() => {
        const field = form.current?.querySelector<HTMLElement>(wrong);
        if (field) focusProblem(field);
      });
    return ok;
  };
  return (
    <SectionFrame
      draft={draft}
      lede={text(engineEditor, 'lede')}
      changes={engineChanges(draft.changed)}
      failure={text(panelOutcomes, 'changesSaveFailed')}
      check={validate}
    >
      <div ref={form} onFocusCapture={trackFocus}>
        <div id="order">
          <EngineCards editor={editor} engines={engines} setup={setup} />
        </div>
        <CheckRow engines={engines} />
        <PlatformSwitches editor={editor} />
        <TestPosts editor={editor} engines={engines} />
        <AlertsRow editor={editor} saved={draft.saved.alerts} />
      </div>
    </SectionFrame>
  );
}
