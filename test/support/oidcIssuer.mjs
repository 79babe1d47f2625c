/** An identity provider in a process of its own. Arguments: port, client id, client secret, URL of the backend. */
import Provider from 'oidc-provider';

const [port, clientId, clientSecret, backendUrl] = process.argv.slice(2);
const url = `http://localhost:${port}`;

const provider = new Provider(url, {
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [`${backendUrl}/login/callback`],
      post_logout_redirect_uris: [`${backendUrl}/signed-out`],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
  ],
  // Claims of scopes are returned at the userinfo endpoint only, as the specification requires.
  claims: { openid: ['sub'], profile: ['name', 'organisation', 'groups'] },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, name: 'Olga', organisation: 'initech', groups: ['staff', 'data-admins'] }),
  }),
  issueRefreshToken: () => true,
  rotateRefreshToken: () => true,
  pkce: { required: () => true },
});

provider.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
