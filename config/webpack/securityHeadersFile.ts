import * as v from 'valibot';
import type { Compiler } from 'webpack';
import { appSecurityHeaders } from '../securityHeaders';

export const CONFIG_FILE = 'config.json';
export const HEADERS_FILE = 'security-headers.json';

const webAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//i, 'must be an http(s) URL'));

/** The keys that determine the headers. Only the headers use `storageUrls`: the app gets presigned URLs from the API. */
const configuration = v.object({
  apiUrl: webAddress,
  imagePreviewUrl: webAddress,
  storageUrls: v.optional(v.array(webAddress), []),
});

/**
 * Returns the text of `security-headers.json` for a `config.json`.
 *
 * @throws an Error that names the invalid key
 */
export function securityHeadersFor(configText: string): string {
  const parsed = v.safeParse(configuration, JSON.parse(configText));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(`${CONFIG_FILE}: "${v.getDotPath(issue) ?? ''}" ${issue.message}`);
  }
  return `${JSON.stringify(appSecurityHeaders(parsed.output), undefined, 2)}\n`;
}

/** Writes `security-headers.json` next to `config.json`: the headers that a web server must send with every file. */
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
