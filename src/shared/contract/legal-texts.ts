/** Pages under /legal. Each name is the last part of the page's path and the anchor of its section on the home page. */
export const LEGAL_PAGES = ['privacy', 'terms', 'dmca', 'copyright'] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];

/** Help page and legal pages, which only the server renders. */
export const TEXT_PAGES = ['help', ...LEGAL_PAGES] as const;
export type TextPage = (typeof TEXT_PAGES)[number];
export const textPagePath = (page: TextPage): string => (page === 'help' ? '/help' : `/legal/${page}`);

/** Name of the setting that holds the owner's own text of a page. */
export type LegalTextSetting = `${LegalPage}Text`;
export const legalTextOf = (page: LegalPage): LegalTextSetting => `${page}Text`;
export const LEGAL_TEXT_SETTINGS: readonly LegalTextSetting[] = LEGAL_PAGES.map(legalTextOf);

/** Builds a record with a value for each setting that is a legal text. */
export const byLegalText = <Value>(
  valueFor: (setting: LegalTextSetting) => Value,
): Record<LegalTextSetting, Value> =>
  Object.fromEntries(LEGAL_TEXT_SETTINGS.map((setting) => [setting, valueFor(setting)])) as Record<
    LegalTextSetting,
    Value
  >;

/** The owner's own legal texts as sanitised HTML; empty for the default text. */
export type LegalTexts = Readonly<Record<LegalTextSetting, string>>;
