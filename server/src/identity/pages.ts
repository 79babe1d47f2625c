import { createHash } from 'node:crypto';
import { escapeHtml, pageHeaders } from '../htmlPages';

const CSS = `
:root { color-scheme: light dark; --page: #f4f6f8; --card: #fff; --text: #16202a; --quiet: #52606d; --line: #8593a1;
  --accent: #0b62a8; --on-accent: #fff; --bad: #a4161a; --bad-page: #fdecec; }
@media (prefers-color-scheme: dark) {
  :root { --page: #12181e; --card: #1b242d; --text: #e8edf2; --quiet: #a9b5c0; --line: #71808e; --accent: #7cc0f5;
    --on-accent: #08263f; --bad: #ffb3b0; --bad-page: #46191b; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--page);
  color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 24rem; padding: 2rem; background: var(--card); border-radius: .75rem;
  box-shadow: 0 1px 4px rgb(0 0 0 / .25); overflow-wrap: anywhere; }
.product { margin: 0; color: var(--quiet); }
h1 { margin: 0 0 1rem; font-size: 1.5rem; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input { width: 100%; padding: .625rem .75rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--line); border-radius: .375rem; }
button, .button { display: block; width: 100%; margin-top: 1.5rem; padding: .75rem; font: inherit; font-weight: 600;
  text-align: center; text-decoration: none; color: var(--on-accent); background: var(--accent); border: 0;
  border-radius: .375rem; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[role=alert] { margin: 0; padding: .75rem; color: var(--bad); background: var(--bad-page); border-radius: .375rem; }
@media (max-width: 30rem) { main { padding: 1.25rem; } }
`;

const CSS_HASH = createHash('sha256').update(CSS).digest('base64');

/**
 * Returns the headers of the sign-in pages. The form action includes the app's origin, because browsers apply the policy
 * to redirects after a form submission.
 */
export function htmlHeaders(appUrl: string): Readonly<Record<string, string>> {
  return pageHeaders(
    `default-src 'none'; style-src 'sha256-${CSS_HASH}'; form-action 'self' ${new URL(appUrl).origin}; ` +
      "base-uri 'none'; frame-ancestors 'none'",
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Data Manager</title>
<style>${CSS}</style>
</head>
<body>
<main>
<p class="product">Data Manager</p>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
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

/** Renders an error of the sign-in. */
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
