import { type FocusEvent, useLayoutEffect, useRef } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { providerSetup } from '#messages/provider-setup.ts';
import { ENGINE_NAMES } from '#shared/contract/engine-names.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_IDS, PLATFORM_NAMES } from '#shared/platforms/platforms.ts';
import { useAdminEngines, useEngineDraft } from '../../../../state/panel/edited-engines.ts';
import { reveal } from '../../reveal.ts';
import { SectionFrame } from '../../section-frame.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { SwitchCard } from '../../switch-card.tsx';
import { AlertsRow } from './alerts-row.tsx';
import { CheckRow } from './check-row.tsx';
import { EngineCards } from './engine-cards.tsx';
import { engineChanges, isSetUp } from './engine-draft.ts';
import { TestPosts } from './test-posts.tsx';
import { useCheck } from './use-check.ts';
import { type EngineEditor, useEngineEditor } from './use-engine-editor.ts';
import { useProviderSetup } from './use-provider-setup.ts';
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
            onChange={(next) => editor.togglePlatform(platform, next)}
          />
        );
      })}
    </SettingRow>
  );
}

/**
 * When an engine moves between the cards and the engines to add, unfolds its setup if that had the focus last, and focuses the main control
 * of the setup if the move removed the focused element. Returns the focus handler that records which setup has the focus.
 */
function useMovedSetup(engines: AdminEngines) {
  const used = useRef<string | null>(null);
  const setUpNames = ENGINE_NAMES.filter((name) => isSetUp(name, engines)).join(' ');
  const before = useRef(setUpNames);
  useLayoutEffect(() => {
    const [then, now] = [before.current.split(' '), setUpNames.split(' ')];
    before.current = setUpNames;
    const name = used.current;
    if (name === null || then.includes(name) === now.includes(name)) return;
    const control = document.querySelector<HTMLElement>(`[data-setup="${name}"] [data-focus="main"]`);
    if (!control) return;
    reveal(control);
    if (document.activeElement === document.body) control.focus();
  }, [setUpNames]);
  return ({ target }: FocusEvent): void => {
    used.current = target.closest<HTMLElement>('[data-setup]')?.dataset['setup'] ?? null;
  };
}

/**
 * Renders the Engine section: a card for each engine that is set up, the check, the switches of the platforms, and, folded, the test posts
 * and the alerts.
 */
export function EngineSection() {
  const engines = useAdminEngines();
  const check = useCheck();
  const draft = useEngineDraft(engines, () =>
    check.run({ engine: 'provider', switches: true }, text(providerSetup, 'checking')),
  );
  const editor = useEngineEditor(draft, engines);
  const setup = useProviderSetup(draft, engines, check);
  const trackFocus = useMovedSetup(engines);
  useAnnouncedProgress();
  return (
    <SectionFrame
      draft={draft}
      lede={text(engineEditor, 'lede')}
      changedNames={engineChanges(draft.changed)}
      failureMessage={text(panelOutcomes, 'changesSaveFailed')}
      check={() => [editor.check(), setup.validate()].every(Boolean)}
    >
      <div onFocusCapture={trackFocus}>
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
