import { readFileSync } from 'node:fs';
import { findCovered } from '../support/findCovered';
import { until } from '../support/until';
import type { Browser, Json, PageElement } from './browser';

const TESTING_LIBRARY = readFileSync(
  require.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

/** How to find an element: by role and accessible name, by label, or by text. A name that begins with `^` is a pattern. */
export type Query =
  { readonly role: string; readonly name: string } | { readonly label: string } | { readonly text: string };

/** Runs in the page. */
const FIND = `
  if (typeof TestingLibraryDom === 'undefined') return null;
  const { queryAllByRole, queryAllByLabelText, queryAllByText } = TestingLibraryDom;
  const [query, isEnabled] = arguments;
  const match = (text) => (text.startsWith('^') ? new RegExp(text) : text);
  const all =
    'role' in query ? queryAllByRole(document.body, query.role, { name: match(query.name) })
    : 'label' in query ? queryAllByLabelText(document.body, match(query.label))
    : queryAllByText(document.body, match(query.text));
  return all.find((element) => !isEnabled || !element.matches(':disabled')) ?? null;`;

/** Uses a browser as a person does, who waits for what they need and finds it by its name. */
export class Visitor {
  readonly browser: Browser;

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /** Waits until `look` returns something other than false or undefined. A failure shows the text of the page. */
  async until<Seen>(what: string, look: () => Promise<Seen> | Seen): Promise<Exclude<Seen, false | undefined>> {
    try {
      return await until(what, async () => ((await look()) || undefined) as Exclude<Seen, false | undefined>);
    } catch (error) {
      throw new Error(`${String(error)} The page shows:\n${await this.#text()}`, { cause: error });
    }
  }

  async find(query: Query, isEnabled = false): Promise<PageElement | undefined> {
    if ((await this.#read('typeof TestingLibraryDom')) === 'undefined') await this.browser.run(TESTING_LIBRARY);
    return this.browser.find(FIND, query, isEnabled);
  }

  see(query: Query): Promise<PageElement> {
    return this.until(`${JSON.stringify(query)} is shown`, () => this.find(query));
  }

  async miss(query: Query): Promise<void> {
    await this.until(`${JSON.stringify(query)} is gone`, async () => (await this.find(query)) === undefined);
  }

  /** Clicks the element at its centre as soon as nothing covers it. */
  async click(query: Query): Promise<void> {
    let refusal = '';
    await this.until(`${JSON.stringify(query)} can be clicked`, async () => {
      const element = await this.find(query, true);
      return element?.click().then(
        () => true,
        (error: unknown) => {
          refusal = String(error);
          return false;
        },
      );
    }).catch((error: unknown) => {
      throw new Error(`${refusal} ${String(error)}`);
    });
  }

  /** Replaces the text of a field. */
  async fill(query: Query, text: string): Promise<void> {
    await this.click(query);
    await this.browser.run('document.activeElement.select()');
    const field = await this.see(query);
    await field.type(text);
  }

  async choose(label: string, files: readonly string[]): Promise<void> {
    const input = await this.see({ label });
    await input.choose(files);
  }

  /** Waits until the page's path is this one. */
  async arriveAt(path: string): Promise<void> {
    await this.until(`the page is ${path}`, async () => (await this.#read('location.pathname')) === path);
  }

  /** Returns the controls that can't be clicked at their centres in windows of common widths. */
  async coveredControls(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const width of [390, 1280]) {
      await this.browser.resize(width, 800);
      found.push(...(await this.browser.run<string[]>(`return (${findCovered.toString()})()`)));
    }
    return found;
  }

  #text(): Promise<string> {
    return this.browser.run<string>('return location.href + "\\n" + document.body.innerText');
  }

  #read(expression: string): Promise<Json> {
    return this.browser.run(`return ${expression}`);
  }
}
