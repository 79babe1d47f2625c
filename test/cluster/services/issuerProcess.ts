/** An identity provider with the sample users. Arguments: port, client id, client secret, public URL of the servers. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import Provider, { type Account } from 'oidc-provider';
import { signInPage } from '../../../server/src/identity/pages';
import { SAMPLE_USERS } from '../../../server/src/identity/sampleUsers';

const [port = '', clientId = '', clientSecret = '', publicUrl = ''] = process.argv.slice(2);
const SCOPE = 'openid profile email';
const SIGN_IN_PATH = '/sign-in/';

function findAccount(_context: unknown, id: string): Account | undefined {
  const user = SAMPLE_USERS.find(({ email }) => idOf(email) === id);
  if (user === undefined) return undefined;
  const { email, name, sponsorId, isAdmin } = user;
  const claims = { sub: id, email, name, sponsor_id: sponsorId, 'custom:isAdmin': String(isAdmin) };
  return { accountId: id, claims: () => claims };
}

function idOf(email: string): string {
  return email.replace('@', '-');
}

const provider = new Provider(`http://localhost:${port}`, {
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [`${publicUrl}/login/callback`],
      post_logout_redirect_uris: [`${publicUrl}/signed-out`],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
  ],
  claims: { openid: ['sub', 'sponsor_id', 'custom:isAdmin'], profile: ['name'], email: ['email'] },
  conformIdTokenClaims: false,
  findAccount,
  // Skips the consent page.
  async loadExistingGrant({
    oidc: {
      client,
      account,
      provider: { Grant },
    },
  }) {
    const grant = new Grant({ accountId: account?.accountId, clientId: client?.clientId });
    grant.addOIDCScope(SCOPE);
    await grant.save();
    return grant;
  },
  interactions: { url: (_context, { uid }) => SIGN_IN_PATH + uid },
  // The sign-in page has the same host name as the servers, whose cookies have the same names.
  cookies: { keys: ['cluster'] },
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: {
      // Skips the confirmation page.
      logoutSource: (context, form) => {
        const confirmed = form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>');
        context.body = `<!doctype html><title>Logout</title>${confirmed}<script>document.forms[0].submit()</script>`;
      },
    },
  },
  issueRefreshToken: () => true,
  rotateRefreshToken: () => true,
  pkce: { required: () => true },
});

const handleOidc = provider.callback();

/** Reads the body of a submitted form. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(request, 'end');
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

const server = createServer((request, response) => {
  async function signIn(): Promise<void> {
    const html = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "frame-ancestors 'none'",
    };
    if (request.method !== 'POST') {
      response.writeHead(200, html).end(signInPage());
      return;
    }
    const form = await readForm(request);
    const email = form.get('email') ?? '';
    const user = SAMPLE_USERS.find((known) => known.email === email && known.password === form.get('password'));
    if (user === undefined) {
      response.writeHead(401, html).end(signInPage({ email, message: 'Incorrect email or password.' }));
      return;
    }
    await provider.interactionFinished(request, response, { login: { accountId: idOf(email) } });
  }
  if (request.url?.startsWith(SIGN_IN_PATH) !== true) void handleOidc(request, response);
  else signIn().catch((error: unknown) => response.writeHead(400).end(String(error)));
});

// Test clients reuse connections, and some are busy for longer than the default of 5 seconds.
server.keepAliveTimeout = 600_000;
server.listen(Number(port), '127.0.0.1');
