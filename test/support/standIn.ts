import type { Page, Route } from '@playwright/test';

/** What stands in for the server's answer. */
export interface GivenAnswer {
  /** 200 where nothing else is said. */
  readonly status?: number;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Rule = (route: Route) => Promise<void>;

/**
 * Stands between a page and its services, so that a walk can show what a server with sample data never answers. What no
 * rule is about goes on to the server. There is one route, which stays: a request on its way through a route that is
 * taken away gets no answer at all.
 */
export class StandIn {
  private rules: (readonly [address: RegExp, rule: Rule])[] = [];
  private held: Route[] = [];

  private constructor() {}

  static async over(page: Page): Promise<StandIn> {
    const standIn = new StandIn();
    await page.route('**/*', (route) => standIn.ruleFor(route.request().url())?.(route) ?? route.fallback());
    return standIn;
  }

  /**
   * Answers every request whose address matches from now on; a later rule goes before an earlier one.
   *
   * @param give undefined lets the request go on to the server
   */
  answer(address: RegExp, give: GivenAnswer | ((route: Route) => GivenAnswer | undefined)): void {
    this.rules.unshift([
      address,
      async (route) => {
        const given = typeof give === 'function' ? give(route) : give;
        if (given === undefined) return route.fallback();
        const { status = 200, json, headers } = given;
        // The page may read the header only where the answer says so.
        return route.fulfill({
          status,
          json,
          headers: { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag', ...headers },
        });
      },
    ]);
  }

  /** Leaves every request whose address matches without an answer until `clear`. */
  hold(address: RegExp): void {
    this.rules.unshift([address, (route) => Promise.resolve(void this.held.push(route))]);
  }

  /** Forgets all rules; what was held goes on to the server. */
  async clear(): Promise<void> {
    this.rules = [];
    const held = this.held;
    this.held = [];
    // The page may have given up what it asked for.
    for (const route of held) await route.fallback().catch(() => undefined);
  }

  private ruleFor(address: string): Rule | undefined {
    return this.rules.find(([pattern]) => pattern.test(address))?.[1];
  }
}

/** Addresses of the services, by what they answer. */
export const SERVICE = {
  configuration: /\/config\?/,
  projects: /\/project$/,
  /** The datasets of a project, or one dataset. */
  datasets: /\/dataset\/[^/?]+$/,
  files: /\/manage\/files\?/,
  /** Every page of a listing but the first. */
  nextFiles: /\/manage\/files\?.*cursor=/,
  pictures: /\/get-(downsampled|thumbnail)-image\//,
  pipeline: (name: string) => new RegExp(`/pipeline/${name}/`),
  progress: /\/download\/progress\//,
  uploadStart: /\/upload\/start$/,
  uploadUrls: /\/upload\/urls\?/,
  uploadComplete: /\/upload\/complete$/,
  uploadCancel: /\/upload\/cancel$/,
  parts: /\/storage\/walk\//,
} as const;
