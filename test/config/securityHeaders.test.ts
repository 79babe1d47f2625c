import fs from 'node:fs';
import path from 'node:path';
import webpack, { type Stats } from 'webpack';
import { appSecurityHeaders } from '../../config/securityHeaders';
import { securityHeadersFor, SecurityHeadersPlugin } from '../../config/webpack/securityHeadersFile';
import { temporaryFolder } from '../support/temporaryFolder';

const ADDRESSES = { apiUrl: 'https://api.example.org/v1', imagePreviewUrl: 'https://preview.example.org/a/b?c' };

/** Returns the sources of each directive. */
function policyOf(headers: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  const policy = headers['Content-Security-Policy'] ?? '';
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

describe('the content security policy of the app', () => {
  test('allows the origins in the configuration and no others', () => {
    const policy = policyOf(appSecurityHeaders(ADDRESSES));
    expect(policy['connect-src']).toEqual(["'self'", 'https://api.example.org', 'https://preview.example.org']);
    expect(policy['frame-src']).toEqual(['https://api.example.org']);
    expect(
      Object.values(policy)
        .flat()
        .filter((source) => source.includes('*')),
    ).toEqual([]);
  });

  test('allows the origins of the storage for parts and archives if they are configured', () => {
    const storageUrls = ['https://bucket.s3.eu-central-1.amazonaws.com/', 'https://api.example.org/zips'];
    const policy = policyOf(appSecurityHeaders({ ...ADDRESSES, storageUrls }));
    for (const directive of ['connect-src', 'frame-src']) {
      expect(policy[directive]).toContain('https://bucket.s3.eu-central-1.amazonaws.com');
    }
    expect(policy['frame-src']).toHaveLength(2);
  });

  test('allows only scripts of the build and forbids framing', () => {
    const policy = policyOf(appSecurityHeaders(ADDRESSES));
    expect(policy['default-src']).toEqual(["'none'"]);
    expect(policy['script-src']).toEqual(["'self'", "'wasm-unsafe-eval'"]);
    expect(policy['style-src-attr']).toEqual(["'none'"]);
    for (const directive of ['object-src', 'base-uri', 'form-action', 'frame-ancestors']) {
      expect(policy[directive]).toEqual(["'none'"]);
    }
  });
});

test('the security headers of the app disable referrers, MIME sniffing and cross-origin access', () => {
  expect(appSecurityHeaders(ADDRESSES)).toMatchObject({
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
});

describe('security-headers.json', () => {
  test.each([
    ['{"imagePreviewUrl":"https://a.example"}', 'apiUrl'],
    ['{"apiUrl":"javascript:alert(1)","imagePreviewUrl":"https://a.example"}', 'apiUrl'],
    ['{"apiUrl":"https://a.example","imagePreviewUrl":"https://a.example","storageUrls":["s3"]}', 'storageUrls.0'],
  ])('is not created from %s, and the error names the key', (config, key) => {
    expect(() => securityHeadersFor(config)).toThrow(`"${key}"`);
  });

  test('is written next to config.json by a build', async () => {
    const folder = await temporaryFolder();
    fs.writeFileSync(path.join(folder, 'main.js'), '1');
    const config = new webpack.sources.RawSource(JSON.stringify(ADDRESSES));
    const compiler = webpack({
      mode: 'none',
      context: folder,
      entry: './main.js',
      output: { path: path.join(folder, 'dist') },
      plugins: [
        ({ hooks }) => {
          hooks.thisCompilation.tap('Config', (compilation) => {
            compilation.hooks.processAssets.tap('Config', () => compilation.emitAsset('config.json', config));
          });
        },
        new SecurityHeadersPlugin(),
      ],
    });
    const stats = await new Promise<Stats | undefined>((resolve) => {
      compiler.run((_error, result) => resolve(result));
    });
    expect(stats?.compilation.errors).toEqual([]);
    const written: unknown = JSON.parse(fs.readFileSync(path.join(folder, 'dist', 'security-headers.json'), 'utf8'));
    expect(written).toEqual(appSecurityHeaders(ADDRESSES));
  });
});
