/** Value that passes between a test and a page. */
export type Plain =
  | null
  | boolean
  | number
  | string
  | readonly Plain[]
  | { readonly [key: string]: Plain | undefined };

/** Source of input as the W3C WebDriver standard describes it; both protocols take it as it is. */
export interface InputSource {
  readonly type: 'key' | 'pointer';
  readonly id: string;
  readonly actions: readonly Plain[];
}

/** Page of a browser whose window shows exactly the width it was opened with. */
export interface EnginePage {
  readonly width: number;
  /** Loads a URL and waits for the load event. */
  load(url: string): Promise<void>;
  /** Runs a self-contained function in the page and returns its result. */
  run<Result, Args extends readonly Plain[]>(
    script: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Performs real input: the browser treats it as the visitor's own. */
  perform(sources: readonly InputSource[]): Promise<void>;
  /** Takes a picture of what the window shows, as PNG bytes. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Browser that a test drives. */
export interface EngineBrowser {
  /** Name and version for reports, such as `Firefox 153.0`. */
  readonly version: string;
  /** Folder into which the browser saves files without a question. */
  readonly downloads: string;
  newPage(width: number): Promise<EnginePage>;
  /** Returns the number of open tabs and windows. */
  tabs(): Promise<number>;
  /** Ends the browser and everything that was started for it, and removes its files, which `inspect` may read before. */
  close(inspect?: (folder: string) => Promise<void>): Promise<void>;
}

export const PAGE_HEIGHT = 844;
/** Host of the mock platforms' reels, which a browser must not really reach. */
export const PLATFORM_HOST = 'scontent.cdninstagram.com';

/** Returns the text of an expression that calls a function with these arguments and yields its result as JSON text. */
export const callText = (script: (...args: never) => unknown, args: readonly Plain[]): string =>
  `Promise.resolve((${script.toString()})(...${JSON.stringify(args)})).then((result) => JSON.stringify(result ?? null))`;
