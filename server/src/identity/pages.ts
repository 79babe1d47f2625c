import { createHash } from 'node:crypto';
import { escapeHtml, htmlDocument, LOGO, pageHeaders, TYPEFACE_LINKS } from '../http/htmlPages';

/** The app's tokens (`docs/design-system.md`): neutral greys, one accent, 4 px radius, 14 px text. */
const CSS = `
:root { color-scheme: light dark; --page: #f8f9fa; --card: #fff; --text: #000; --line: #dee2e6;
  --field: #868e96; --accent: #0b7285; --accent-hover: #096171; --focus: #0b7285; --error: #c92a2a; --error-page: #fff5f5; }
@media (prefers-color-scheme: dark) {
  :root { --page: #16191d; --card: #20252b; --text: #e3e6e9; --line: #2d333b; --field: #6a737d;
    --focus: #3bc9db; --error: #ff8787; --error-page: #2e1f22; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--page);
  color: var(--text); font: .875rem/1.5 Inter, 'Inter Fallback', system-ui, sans-serif; -webkit-font-smoothing: antialiased; }
main { width: 100%; max-width: 22.5rem; padding: 2rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 4px; overflow-wrap: anywhere; }
.product { display: flex; align-items: center; gap: .5rem; margin: 0 0 1.5rem; font-weight: 600; }
.product svg { width: 1.5rem; height: 1.5rem; color: var(--focus); }
h1 { margin: 0 0 1rem; font-size: 1.25rem; line-height: 1.4; font-weight: 600; letter-spacing: -.011em; }
label { display: block; margin: 1rem 0 .25rem; font-size: .8125rem; font-weight: 500; }
input { width: 100%; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--field); border-radius: 4px; }
button, .button { display: block; width: 100%; margin-top: 1.5rem; padding: .5625rem .75rem; font: inherit; font-weight: 500;
  text-align: center; text-decoration: none; color: #fff; background: var(--accent); border: 1px solid transparent;
  border-radius: 4px; cursor: pointer; }
button:hover, .button:hover { background: var(--accent-hover); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
[role=alert] { margin: 0; padding: .5rem .75rem; color: var(--error); background: var(--error-page);
  border: 1px solid currentcolor; border-radius: 4px; }
@media (max-width: 30rem) { body { place-items: start center; } main { padding: 1.25rem; } }
`;

/** Returns the source of an inline style or script for a Content-Security-Policy. */
function inlineSource(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}

/**
 * Returns the headers of the sign-in pages. The form action includes the app's origin, because browsers apply the policy
 * to redirects after a form submission.
 */
export function htmlHeaders(appUrl: string): Readonly<Record<string, string>> {
  return pageHeaders(
    `default-src 'none'; style-src 'self' ${inlineSource(CSS)}; font-src 'self'; img-src data:; form-action 'self' ${new URL(appUrl).origin}; ` +
      "base-uri 'none'; frame-ancestors 'none'",
  );
}

/** The response to `GET /healthz` while the server starts. */
export const STARTING_HEALTH = JSON.stringify({ status: 'starting' });

/** Reloads the page as soon as `/healthz` responds otherwise. Requests fail while the server restarts. */
const WAIT_FOR_SERVER = `
async function poll() {
  const health = await fetch('/healthz', { cache: 'no-store' }).then((response) => response.text()).catch(() => undefined);
  if (health === undefined || health === '${STARTING_HEALTH}') setTimeout(poll, 1000);
  else location.reload();
}
setTimeout(poll, 1000);
`;

/** The headers of the page that is shown while the server starts. */
export const STARTING_PAGE_HEADERS = pageHeaders(
  `default-src 'none'; style-src ${inlineSource(CSS)}; script-src ${inlineSource(WAIT_FOR_SERVER)}; connect-src 'self'; ` +
    "img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
);

function page(title: string, body: string, links = TYPEFACE_LINKS): string {
  const main = `<main>
<p class="product">${LOGO}Data Manager</p>
<h1>${escapeHtml(title)}</h1>
${body}
</main>`;
  return htmlDocument(title, `${links}<style>${CSS}</style>\n`, main);
}

/** Renders the sign-in form, after a failed attempt with the error message and the email. */
export function signInPage(failed?: { readonly email: string; readonly message: string }): string {
  const alert = failed === undefined ? '' : `<p role="alert" id="problem">${escapeHtml(failed.message)}</p>`;
  const described = failed === undefined ? '' : ' aria-describedby="problem" aria-invalid="true"';
  // After a failed attempt the email is filled in, so focus the password.
  const [focusEmail, focusPassword] = failed === undefined ? [' autofocus', ''] : ['', ' autofocus'];
  return page(
    'Sign in',
    `${alert}
<form method="post">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required${focusEmail} value="${escapeHtml(failed?.email ?? '')}"${described}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${focusPassword}${described}>
<button type="submit">Sign in</button>
</form>`,
  );
}

/** Renders an error page for the sign-in. */
export function errorPage(message: string): string {
  return page(
    'Sign-in failed',
    `<p role="alert">${escapeHtml(message)}</p>
<a class="button" href="/login">Try again</a>`,
  );
}

/** Renders the page shown after logout. */
export function signedOutPage(): string {
  return page('Signed out', '<a class="button" href="/login">Sign in again</a>');
}

/**
 * Renders the page that is shown while the server starts. It reloads itself once the server is ready, and has no links to the
 * typeface, which the server can't send yet.
 */
export function startingPage(): string {
  return page(
    'Data Manager is starting',
    `<p role="status">This page opens by itself as soon as the server is ready.</p>
<script>${WAIT_FOR_SERVER}</script>`,
    '',
  );
}
