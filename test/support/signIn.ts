import { SAMPLE_USERS } from '../../server/src/identity/sampleUsers';
import { createContract, readDocument } from './contract';
import type { SharedBackend } from './sharedBackend';
import type { Backend } from './startBackend';

type SampleEmail = (typeof SAMPLE_USERS)[number]['email'];

/** A response of the backend with its parsed JSON body. */
export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A user who has signed in through the login page. */
export interface Session {
  readonly accessToken: string;
  readonly idToken: string;
  readonly refreshToken: string;
  readonly sponsorId: string;
  readonly userId: string;
  /** The eight session values by cookie name. */
  readonly values: Readonly<Record<string, string>>;
  readonly browser: Browser;
  /** Makes a call as this user. Admins also send their id token, as the app does. */
  call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
  /** Creates test data and returns it; throws with the server's message if that fails. */
  make<Body = Record<string, unknown>>(path: string, body: object): Promise<Body>;
}

/** Validates every response in every test. */
const contract = createContract(readDocument());

/**
 * Makes a call with a JSON body.
 *
 * @throws Error for an undocumented response.
 */
export async function callWith<Body = Record<string, unknown>>(
  { url }: Pick<Backend, 'url'>,
  method: string,
  path: string,
  { headers = {}, body }: { readonly headers?: Record<string, string>; readonly body?: unknown } = {},
): Promise<Answer<Body>> {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const operation = contract.find(method, path);
  const problem = operation === undefined ? undefined : await contract.problemOf(operation, response.clone());
  if (problem !== undefined) throw new Error(problem);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

/** A minimal browser with cookies, which follows redirects within the backend and its identity provider. */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(private readonly backend: Pick<SharedBackend, 'url' | 'issuerUrl'>) {}

  /** Loads a URL and follows redirects. */
  async open(address: string, form?: Readonly<Record<string, string>>): Promise<{ response: Response; url: string }> {
    const url = new URL(address, this.backend.url).href;
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    this.keepCookies(response);
    const location = response.headers.get('location');
    if (location === null) return { response, url };
    const next = new URL(location, url).href;
    const { url: own, issuerUrl = own } = this.backend;
    return next.startsWith(own) || next.startsWith(issuerUrl) ? this.open(next) : { response, url };
  }

  private keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** Signs a sample user in through the real login page. */
export async function signIn(
  backend: SharedBackend,
  email: SampleEmail,
  browser = new Browser(backend),
): Promise<Session> {
  const { password = '', isAdmin = false } = SAMPLE_USERS.find((user) => user.email === email) ?? {};
  const loginPage = await browser.open('/login');
  const { response } = await browser.open(loginPage.url, { email, password });
  if (response.headers.get('location') !== `${backend.appUrl}/`) {
    throw new Error(`The login ended with ${response.status}: ${await response.text()}`);
  }
  const values: Record<string, string> = {};
  for (const [name, value] of browser.cookies) values[name] = decodeURIComponent(value);
  const { access_token: accessToken = '', id_token: idToken = '', refresh_token: refreshToken = '' } = values;
  const call: Session['call'] = (method, path, body, headers = {}) =>
    callWith(backend, method, path, {
      headers: { authorization: `Bearer ${accessToken}`, ...(isAdmin ? { 'x-id-token': idToken } : {}), ...headers },
      body,
    });
  return {
    accessToken,
    idToken,
    refreshToken,
    sponsorId: values.sponsor_id ?? '',
    userId: values.user_id ?? '',
    values,
    browser,
    call,
    async make<Body>(path: string, body: object) {
      const { status, body: made } = await call<Body>('POST', path, body);
      if (status !== 200) throw new Error(`POST ${path} was answered with ${String(status)}: ${JSON.stringify(made)}`);
      return made;
    },
  };
}
