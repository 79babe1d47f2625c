import { transformSync } from 'esbuild';
import * as v from 'valibot';
import type { Compiler } from 'webpack';
import packageJson from '../../package.json';

/** The oldest supported version of a browser. */
interface Browser {
  readonly id: 'chrome' | 'edge' | 'firefox' | 'safari';
  readonly version: string;
}

const Query = v.pipe(v.string(), v.regex(/^(chrome|edge|firefox|safari) >= [\d.]+$/));

const NAMES: Readonly<Record<Browser['id'], string>> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
};

/** The oldest supported browsers, from `browserslist` in package.json, from which webpack derives its target, too. */
export const OLDEST_BROWSERS: readonly Browser[] = v.parse(v.array(Query), packageJson.browserslist).map((query) => {
  const [id, version = ''] = query.split(' >= ');
  return { id: id as Browser['id'], version };
});

/** Returns `Chrome 1, Edge 2 or Safari 3`. */
export function oldestBrowsersText(): string {
  const names = OLDEST_BROWSERS.map(({ id, version }) => `${NAMES[id]} ${version}`);
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}

/** esbuild rewrites `\p{…}` even for browsers that understand it. */
const REWRITTEN_ANYWAY = { 'regexp-unicode-property-escapes': true };

/** Returns true if every supported browser understands the syntax of a script: nothing has to be rewritten for them. */
export function isUnderstood(script: string): boolean {
  const target = OLDEST_BROWSERS.map(({ id, version }) => `${id}${version}`);
  return (
    transformSync(script, { target, supported: REWRITTEN_ANYWAY }).code ===
    transformSync(script, { target: 'esnext' }).code
  );
}

/** Fails the build if a script uses syntax that a supported browser does not understand. */
export class SupportedSyntaxPlugin {
  apply({ hooks, webpack }: Compiler): void {
    hooks.thisCompilation.tap('SupportedSyntaxPlugin', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'SupportedSyntaxPlugin', stage }, (assets) => {
        for (const [name, source] of Object.entries(assets)) {
          if (!name.endsWith('.js') || isUnderstood(source.source().toString())) continue;
          const problem = `${name} uses syntax that ${oldestBrowsersText()} do not all understand (browserslist in package.json).`;
          compilation.errors.push(new webpack.WebpackError(problem));
        }
      });
    });
  }
}
