import type { SettingValues } from '#shared/contract/admin-settings.ts';
import type { EngineValues } from '#shared/contract/engines.ts';
import { byLegalText } from '#shared/contract/legal-texts.ts';
import {
  changedPart,
  enginesText,
  htmlText,
  navbarText,
  platformsText,
  providerText,
  socialLinksText,
} from '#shared/format/setting-text.ts';
import type { DraftProvider } from '../../state/panel/edited-engines.ts';
import type { DraftFrame } from '../../state/panel/use-section-draft.ts';
import { describeValue, subjectName } from './describe-value.ts';

type Values = SettingValues & Omit<EngineValues, 'provider'> & { readonly provider: DraftProvider | null };

/** Functions that put the value of a setting into words. A value whose setting has no function here is converted to a string. */
const TO_WORDS: { readonly [Name in keyof Values]?: (value: Values[Name]) => string } = {
  navbar: navbarText,
  socialLinks: socialLinksText,
  content: htmlText,
  ...byLegalText(() => htmlText),
  engines: enginesText,
  platforms: platformsText,
  // Leaves out the typed key, which nobody needs to see again.
  provider: (provider) =>
    provider === null
      ? ''
      : providerText({ ...provider, hasKey: provider.hasKey || provider.key !== undefined }),
  canaries: (canaries) => Object.values(canaries).flat().join(', '),
  alerts: ({ webhook, below }) => `${String(below)}%, ${webhook ?? ''}`,
};

const wordsOf = (name: string, value: unknown): string => {
  const describe = TO_WORDS[name as keyof Values] as ((value: unknown) => string) | undefined;
  return describe?.(value) ?? String(value ?? '');
};

/**
 * A setting in conflict: its name, and the differing part of the saved value (`savedText`) and of the form's value (`formText`), in words.
 */
export interface ConflictValues {
  readonly name: string;
  readonly savedText: string;
  readonly formText: string;
}

/** Returns the settings in conflict with their differing values in words; empty if the draft has no conflict. */
export const conflictValues = ({
  section,
  conflict,
  saved,
  values,
}: Pick<DraftFrame, 'section' | 'conflict' | 'saved' | 'values'> &
  Partial<DraftFrame>): readonly ConflictValues[] =>
  (conflict?.names ?? []).map((subject) => {
    const [savedText, formText] = [saved, values].map((side) =>
      wordsOf(subject, (side as Readonly<Record<string, unknown>>)[subject]),
    ) as [string, string];
    const isProse =
      ![savedText, formText].some((words) => words.includes(', ')) ||
      TO_WORDS[subject as 'content'] === htmlText;
    const [before, after] = changedPart(savedText, formText, isProse ? ' ' : ', ');
    const action = section === 'engine' ? 'engines_saved' : 'settings_saved';
    const entry = { action, subject, before, after } as const;
    return {
      name: subjectName(entry),
      savedText: describeValue(entry, before),
      formText: describeValue(entry, after),
    };
  });
