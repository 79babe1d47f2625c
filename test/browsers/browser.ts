/** A value that can be passed to and from a page. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** An element of a page. */
export interface PageElement {
  /** Moves the pointer to the centre of the element. */
  hover(): Promise<void>;
  /** Presses the pointer at the centre of the element. */
  click(): Promise<void>;
  /** Types into the element, which must have the focus. A line break presses Enter. */
  type(text: string): Promise<void>;
  /** Chooses files in a file input, hidden or not. */
  choose(files: readonly string[]): Promise<void>;
}

/** What the tests need of a browser: one tab, driven from outside as a user would. */
export interface Browser {
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Runs the body of a function in the page and returns its result. */
  run<Result extends Json | undefined>(script: string, ...args: readonly Json[]): Promise<Result>;
  /** Runs the body of a function in the page, which returns an element or nothing. */
  find(script: string, ...args: readonly Json[]): Promise<PageElement | undefined>;
  /** Everything that the browser has written to its console so far, about all pages. */
  messages(): readonly string[];
  close(): Promise<void>;
}

/**
 * Starts a browser.
 *
 * @param downloads the folder into which it saves without asking
 */
export type StartBrowser = (downloads: string) => Promise<Browser>;
