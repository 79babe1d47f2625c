import { readFileSync } from 'node:fs';
import { StartupError } from '../../server/src/common/errors';
import { readEnvironment } from '../../server/src/environment/environment';

function read(variables: Record<string, string>): ReturnType<typeof readEnvironment> {
  return readEnvironment(variables, '/repository');
}

const ISSUER = { OIDC_ISSUER: 'https://id.lab.example/', OIDC_CLIENT_ID: 'data-manager' };

it('has defaults for all variables', () => {
  expect(read({})).toEqual({
    host: '127.0.0.1',
    port: 4000,
    appPort: 3000,
    publicUrl: 'http://localhost:4000',
    appUrl: 'http://localhost:3000',
    cookieDomain: 'localhost',
    dataDir: '/repository/.data',
    appDir: '/repository/dist',
    accessTokenSeconds: 900,
    refreshTokenSeconds: 1_209_600,
    signedUrlSeconds: 900,
    openUploadsPerSponsor: 1_000,
    openUploadsPerUser: 500,
    requestsPerUser: 100,
    quotaBytes: undefined,
    reservedBytes: 64_000_000,
    bodyStallSeconds: 60,
    imageLimits: { previewSeconds: 60, tileSeconds: 1_800, memoryMb: 2_048 },
    trustedProxies: [],
    logLevel: 'warn',
    samples: true,
    auditDays: 365,
    restoreDays: 30,
    shutdownDelaySeconds: 0,
    shutdownLimitSeconds: 5,
  });
});

it('reads the key for tokens, and rejects a malformed one without repeating it', () => {
  const key = 'A1'.repeat(32);
  expect(read({ TOKEN_KEY: key }).tokenKey).toEqual(Buffer.alloc(32, 0xa1));
  expect(read({ TOKEN_KEY: ' ' }).tokenKey).toBeUndefined();
  const messageOf = (text: string): string => {
    try {
      read({ TOKEN_KEY: text });
      return '';
    } catch (error) {
      return error instanceof StartupError ? error.message : '';
    }
  };
  expect(messageOf(key.slice(1))).toMatch(/64 hexadecimal digits.* but has 63 digits/);
  expect(messageOf(`${key.slice(2)}=g`)).toMatch(/64 hexadecimal digits.* 64 characters that are not all hexadecimal/);
  expect(messageOf(key.slice(1))).not.toContain('A1A1');
});

it('derives the URLs from the ports unless they are set', () => {
  expect(read({ PORT: '4100', APP_PORT: '3100' })).toMatchObject({
    publicUrl: 'http://localhost:4100',
    appUrl: 'http://localhost:3100',
  });
  const urls = { PUBLIC_URL: 'https://api.lab.example/', APP_URL: 'https://lab.example' };
  expect(read({ ...urls, ...ISSUER })).toMatchObject({
    publicUrl: 'https://api.lab.example',
    appUrl: 'https://lab.example',
  });
});

it('uses the embedded database unless DATABASE_URL is set', () => {
  expect(read({}).databaseUrl).toBeUndefined();
  const databaseUrl = 'postgres://user:secret@db.lab.example:5432/data_manager';
  expect(read({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
});

it('serves metrics only if METRICS_PORT is set, and only on this machine unless METRICS_HOST is set', () => {
  expect(read({}).metrics).toBeUndefined();
  expect(() => read({ METRICS_HOST: '0.0.0.0' })).toThrow(/METRICS_HOST.*METRICS_PORT/);
  expect(read({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(read({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' }).metrics).toEqual({ host: '10.0.0.5', port: 9464 });
  expect(() => read({ METRICS_PORT: '0' })).toThrow(StartupError);
});

describe('an S3 storage', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

  it('is used only if S3_BUCKET is set', () => {
    expect(read({}).s3).toBeUndefined();
    expect(read({ S3_BUCKET: 'data', S3_REGION: 'eu-central-1' }).s3).toEqual({
      bucket: 'data',
      region: 'eu-central-1',
      pathStyle: false,
    });
  });

  it('has the bucket in the path of its URLs if it is not on AWS', () => {
    expect(read({ S3_BUCKET: 'data', S3_ENDPOINT: 'https://s3.lab.example/', ...keys }).s3).toEqual({
      bucket: 'data',
      region: 'us-east-1',
      endpoint: 'https://s3.lab.example',
      pathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    const hosted = { S3_BUCKET: 'data', S3_ENDPOINT: 'https://s3.lab.example', S3_PATH_STYLE: '0' };
    expect(read(hosted).s3).toMatchObject({ pathStyle: false });
  });

  it.each([
    [{ S3_BUCKET: 'data' }, 'S3_REGION'],
    [{ S3_BUCKET: 'no/bucket', S3_REGION: 'eu-central-1' }, 'S3_BUCKET'],
    [{ S3_BUCKET: 'data', S3_ENDPOINT: 's3.lab.example' }, 'S3_ENDPOINT'],
    [{ S3_BUCKET: 'data', S3_REGION: 'eu-central-1', S3_ACCESS_KEY_ID: 'id' }, 'S3_SECRET_ACCESS_KEY'],
    [{ S3_ENDPOINT: 'https://s3.lab.example' }, 'S3_BUCKET'],
    [{ S3_PATH_STYLE: '1' }, 'S3_BUCKET'],
  ])('is rejected if it is configured in part: %j', (variables, name) => {
    expect(() => read(variables)).toThrow(StartupError);
    expect(() => read(variables)).toThrow(name);
  });
});

describe('an identity provider', () => {
  const claims = { sponsor: 'sponsor_id', user: 'sub', admin: 'custom:isAdmin', adminValue: 'true' };

  it('is used only if OIDC_ISSUER is set, spelled exactly as there', () => {
    expect(read({}).issuer).toBeUndefined();
    expect(read(ISSUER).issuer).toEqual({ url: 'https://id.lab.example/', clientId: 'data-manager', claims });
    expect(
      read({
        ...ISSUER,
        OIDC_CLIENT_SECRET: 'secret',
        OIDC_SCOPE: 'openid groups',
        OIDC_LOGOUT_URL: 'https://id.lab.example/logout?client_id=data-manager',
        OIDC_SPONSOR_CLAIM: 'custom:sponsor',
        OIDC_USER_CLAIM: 'email',
        OIDC_ADMIN_CLAIM: 'groups',
        OIDC_ADMIN_VALUE: 'admins',
      }).issuer,
    ).toEqual({
      url: 'https://id.lab.example/',
      clientId: 'data-manager',
      clientSecret: 'secret',
      scope: 'openid groups',
      logoutUrl: 'https://id.lab.example/logout?client_id=data-manager',
      claims: { sponsor: 'custom:sponsor', user: 'email', admin: 'groups', adminValue: 'admins' },
    });
  });

  it('may use http on this machine only', () => {
    for (const host of ['localhost:9000', '127.0.0.1', '[::1]:9000', 'id.localhost']) {
      expect(read({ ...ISSUER, OIDC_ISSUER: `http://${host}` }).issuer?.url).toBe(`http://${host}`);
    }
  });

  it('replaces the sample projects, which can still be requested', () => {
    expect(read(ISSUER).samples).toBe(false);
    expect(read({ ...ISSUER, SAMPLES: '1' }).samples).toBe(true);
  });

  it.each([
    [{ OIDC_ISSUER: 'https://id.lab.example' }, 'OIDC_CLIENT_ID'],
    [{ OIDC_CLIENT_ID: 'data-manager' }, 'OIDC_ISSUER'],
    [{ OIDC_CLIENT_SECRET: 'secret' }, 'OIDC_ISSUER'],
    [{ OIDC_SPONSOR_CLAIM: 'sponsor' }, 'OIDC_ISSUER'],
    [{ ...ISSUER, OIDC_ISSUER: 'id.lab.example' }, 'OIDC_ISSUER'],
    [{ ...ISSUER, OIDC_ISSUER: 'http://id.lab.example' }, 'https'],
    [{ ...ISSUER, OIDC_ISSUER: 'http://localhost.lab.example' }, 'https'],
    [{ ...ISSUER, OIDC_ISSUER: 'https://id.lab.example/?a=b' }, 'query'],
    [{ ...ISSUER, OIDC_LOGOUT_URL: 'javascript:alert(1)' }, 'OIDC_LOGOUT_URL'],
    [{ ...ISSUER, OIDC_SCOPE: 'profile' }, 'openid'],
  ])('is rejected if it is configured in part: %j', (variables, name) => {
    expect(() => read(variables)).toThrow(StartupError);
    expect(() => read(variables)).toThrow(name);
  });

  it.each(['https://api.lab.example', 'http://192.168.1.10:4000', 'http://127.0.0.1.lab.example'])(
    'is required at the public URL %s, because the passwords of the sample users are public',
    (url) => {
      expect(() => read({ PUBLIC_URL: url, APP_URL: url })).toThrow(/sample users.*OIDC_ISSUER/s);
      expect(read({ ...ISSUER, PUBLIC_URL: url, APP_URL: url }).publicUrl).toBe(url);
    },
  );
});

it('accepts addresses and CIDR ranges as trusted proxies', () => {
  expect(read({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8' }).trustedProxies).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    'fd00::/8',
  ]);
});

it.each([
  ['PORT', 'http'],
  ['PORT', '-1'],
  ['APP_PORT', '70000'],
  ['APP_PORT', '4000'],
  ['PUBLIC_URL', 'localhost:4000'],
  ['PUBLIC_URL', 'http://localhost:4000/api'],
  ['PUBLIC_URL', 'http://127.0.0.1:4000'],
  ['APP_URL', 'https://elsewhere.example'],
  ['ACCESS_TOKEN_SECONDS', '0'],
  ['REFRESH_TOKEN_SECONDS', '60'],
  ['SIGNED_URL_SECONDS', '1.5'],
  ['OPEN_UPLOADS_PER_SPONSOR', '0'],
  ['OPEN_UPLOADS_PER_USER', '0'],
  ['REQUESTS_PER_USER', '0'],
  ['TRUSTED_PROXIES', 'nginx'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.1, ::1/129'],
  ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
  ['DATABASE_URL', 'mysql://localhost/data'],
  ['DATABASE_URL', 'postgres://localhost'],
  ['LOG_LEVEL', 'loud'],
  ['SAMPLES', 'yes'],
])('rejects %s=%s and names the variable', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(StartupError);
  expect(() => read({ [name]: value })).toThrow(name);
});

describe('the documentation for operators', () => {
  const rows = readFileSync('docs/operating.md', 'utf8').match(/^\| `[A-Z][A-Z0-9_, `]+` \|/gm) ?? [];
  const documented = rows.flatMap((row) => row.match(/[A-Z][A-Z0-9_]+/g) ?? []);
  const known = new Set<string>();

  beforeAll(() => {
    const all = { ...ISSUER, S3_BUCKET: 'data', S3_REGION: 'eu-central-1', METRICS_PORT: '9464' };
    const recorded = new Proxy<Record<string, string>>(all, {
      get(variables, name) {
        known.add(String(name));
        return variables[String(name)];
      },
    });
    read(recorded);
  });

  it('lists every variable that the server reads, and no other', () => {
    expect([...new Set(documented)].sort()).toEqual([...known].sort());
  });

  it('has a file of settings with variables that the server reads', () => {
    const settings = readFileSync('deploy/data-manager.env', 'utf8').match(/^[A-Z][A-Z0-9_]+(?==)/gm) ?? [];
    expect(settings.length).toBeGreaterThan(10);
    expect(settings.filter((name) => !known.has(name))).toEqual([]);
  });
});
