import type { Page, Route } from '@playwright/test';

/** A mocked response. */
export interface GivenAnswer {
  /** Default: 200. */
  readonly status?: number;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Rule = (route: Route) => Promise<void>;

/**
 * Mocks responses of the services that a page uses. Requests without a matching rule go to the server. Uses a single
 * permanent route: removing a route leaves its pending requests without a response.
 */
export class StandIn {
  private rules: (readonly [address: RegExp, rule: Rule])[] = [];
  private held: Route[] = [];

  private constructor() {}

  static async over(page: Page): Promise<StandIn> {
    const standIn = new StandIn();
    await page.route('**/*', (route) => standIn.handle(route));
    return standIn;
  }

  /**
   * Mocks the response to every request with a matching URL. Later rules take precedence.
   *
   * @param give If it returns undefined, the request goes to the server.
   */
  answer(address: RegExp, give: GivenAnswer | ((route: Route) => GivenAnswer | undefined)): void {
    this.rules.unshift([
      address,
      async (route) => {
        const given = typeof give === 'function' ? give(route) : give;
        if (given === undefined) return route.fallback();
        const { status = 200, json, headers } = given;
        // Without this header, CORS hides the ETag from the page.
        return route.fulfill({
          status,
          json,
          headers: { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag', ...headers },
        });
      },
    ]);
  }

  /** Adds headers to every response of the server to a request with a matching URL. */
  addHeaders(address: RegExp, headers: Readonly<Record<string, string>>): void {
    this.rules.unshift([
      address,
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), ...headers } });
      },
    ]);
  }

  /** Leaves every request with a matching URL pending until `release` or `clear`. */
  hold(address: RegExp): void {
    this.rules.unshift([address, (route) => Promise.resolve(void this.held.push(route))]);
  }

  /** Responds to the pending requests by the current rules. */
  async release(): Promise<void> {
    const held = this.held;
    this.held = [];
    // The page may have aborted the request.
    for (const route of held) await this.handle(route).catch(() => undefined);
  }

  /** Fails the pending requests, as the browser does when it loses the network. */
  async dropHeld(): Promise<void> {
    const held = this.held;
    this.held = [];
    for (const route of held) await route.abort('internetdisconnected').catch(() => undefined);
  }

  /** Removes all rules. Pending requests go to the server. */
  clear(): Promise<void> {
    this.rules = [];
    return this.release();
  }

  private handle(route: Route): Promise<void> {
    const [, rule] = this.rules.find(([pattern]) => pattern.test(route.request().url())) ?? [];
    return rule?.(route) ?? route.fallback();
  }
}

/** URLs of the services. */
export const SERVICE = {
  configuration: /\/config\?/,
  projects: /\/project$/,
  /** The datasets of a project, or one dataset. */
  datasets: /\/dataset\/[^/?]+$/,
  files: /\/manage\/files\?/,
  /** Every page of a listing but the first. */
  nextFiles: /\/manage\/files\?.*cursor=/,
  pictures: /\/get-(downsampled|thumbnail)-image\//,
  /** The jobs of a dataset. */
  jobs: /\/pipeline\/[^/?]+$/,
  /** The jobs of all datasets of a project. */
  projectJobs: /\/pipeline\?projectHash=/,
  progress: /\/download\/progress\//,
  uploadStart: /\/upload\/start$/,
  uploadUrls: /\/upload\/urls\?/,
  uploadComplete: /\/upload\/complete$/,
  uploadCancel: /\/upload\/cancel$/,
  parts: /\/storage\/walk\//,
} as const;
