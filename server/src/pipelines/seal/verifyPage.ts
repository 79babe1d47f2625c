import { escapeHtml } from '../../http/htmlPages';

interface VerifyPageValues {
  /** The name of the dataset. */
  readonly title: string;
  readonly keyId: string;
  readonly publicKey: string;
  readonly keysUrl: string;
  /** The bundle of `verify.mjs`. */
  readonly script: string;
}

const POLICY = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'";

/** Renders the page that checks a seal. It is one file, which works without network and installation. */
export function verifyPage({ title, keyId, publicKey, keysUrl, script }: VerifyPageValues): string {
  return `<!doctype html>
<html lang="en" data-key-id="${escapeHtml(keyId)}" data-public-key="${escapeHtml(publicKey)}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<title>Check ${escapeHtml(title)}</title>
<style>
body { font: 14px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark; }
h1 { font-size: 20px; } h2 { font-size: 14px; margin: 1rem 0 0; }
progress { width: 100%; } code, li { font-family: monospace; overflow-wrap: anywhere; }
[role="status"] { font-weight: 600; } [data-result="good"] { color: light-dark(#087f5b, #38d9a9); } [data-result="bad"] { color: light-dark(#c92a2a, #ff6b6b); }
</style>
<h1>Check the seal of ${escapeHtml(title)}</h1>
<p>Choose the folder that contains this page. Its files are read on this computer, and nothing is sent.</p>
<p><label>Folder <input type="file" id="folder" webkitdirectory></label></p>
<progress id="progress" value="0" aria-label="Checked" hidden></progress>
<p role="status" id="verdict"></p>
<p id="signature"></p>
<div id="lists"></div>
<p>The seal was signed with the key <code>${escapeHtml(keyId)}</code>, which this page contains. To make sure that it is a key of the server,
look for it at <code>${escapeHtml(keysUrl)}</code>: <code>${escapeHtml(publicKey)}</code></p>
<noscript>This page needs JavaScript. Use <code>sha256sum -c manifest-sha256.txt</code> instead.</noscript>
<script>${script.replaceAll('</script', '<\\/script')}</script>
</html>
`;
}
