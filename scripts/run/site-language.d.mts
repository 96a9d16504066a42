export function siteLanguage(root: string, environment?: NodeJS.ProcessEnv): string;
export function translatedFile(root: string, language: string, specifier: string): string | null;
export function languageFlags(language: string): string[];
