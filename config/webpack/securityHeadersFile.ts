import * as v from 'valibot';
import type { Compiler } from 'webpack';
import { appSecurityHeaders } from '../securityHeaders';

export const CONFIG_FILE = 'config.json';
export const HEADERS_FILE = 'security-headers.json';

const webAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//i, 'is no http(s) address'));

/** What the headers follow from; `storageUrls` is for this alone, the app gets its addresses signed from the API. */
const configuration = v.object({
  apiUrl: webAddress,
  imagePreviewUrl: webAddress,
  storageUrls: v.optional(v.array(webAddress), []),
});

/**
 * The text of `security-headers.json` for a `config.json`.
 *
 * @throws Error naming the key that is wrong.
 */
export function securityHeadersFor(configText: string): string {
  const parsed = v.safeParse(configuration, JSON.parse(configText));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(`${CONFIG_FILE}: "${v.getDotPath(issue) ?? ''}" ${issue.message}`);
  }
  return `${JSON.stringify(appSecurityHeaders(parsed.output), undefined, 2)}\n`;
}

/** Writes `security-headers.json` beside `config.json`: what a web server has to send with every file. */
export class SecurityHeadersPlugin {
  apply({ hooks, webpack }: Compiler): void {
    hooks.thisCompilation.tap('SecurityHeadersPlugin', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE;
      compilation.hooks.processAssets.tap({ name: 'SecurityHeadersPlugin', stage }, (assets) => {
        const config = assets[CONFIG_FILE];
        if (config === undefined) return;
        const headers = securityHeadersFor(config.source().toString());
        compilation.emitAsset(HEADERS_FILE, new webpack.sources.RawSource(headers));
      });
    });
  }
}
