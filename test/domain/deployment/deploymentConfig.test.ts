import { configProblemText, parseDeploymentConfig } from '@data-manager/domain/deployment/deploymentConfig';

const good = {
  apiUrl: 'https://api.example.org/v1',
  loginUrl: 'https://id.example.org/login',
  logoutUrl: 'https://id.example.org/logout',
  imagePreviewUrl: 'https://preview.example.org',
  homeUrl: 'https://www.example.org',
};

describe('parseDeploymentConfig', () => {
  it('accepts a complete configuration unchanged', () => {
    expect(parseDeploymentConfig(good)).toEqual({ ok: true, value: good });
  });

  it('removes trailing slashes where paths are appended', () => {
    const parsed = parseDeploymentConfig({
      ...good,
      apiUrl: 'http://localhost:4000//',
      imagePreviewUrl: 'https://a.org/',
    });
    expect(parsed).toMatchObject({ value: { apiUrl: 'http://localhost:4000', imagePreviewUrl: 'https://a.org' } });
  });

  it('keeps the URLs of other pages unchanged, because providers compare the URLs they redirect to', () => {
    const pages = {
      loginUrl: 'https://id.example.org/login/',
      logoutUrl: 'https://id.example.org/logout?client_id=1&logout_uri=https://app.example.org/',
      homeUrl: 'https://www.example.org/',
    };
    expect(parseDeploymentConfig({ ...good, ...pages })).toMatchObject({ value: pages });
  });

  it('uses the origin of the login page as the home URL by default', () => {
    expect(parseDeploymentConfig({ ...good, homeUrl: undefined })).toMatchObject({
      value: { homeUrl: 'https://id.example.org' },
    });
  });

  it('ignores unknown members', () => {
    expect(parseDeploymentConfig({ ...good, more: 1 })).toEqual({ ok: true, value: good });
  });

  it.each([
    ['apiUrl', undefined, 'is missing'],
    ['apiUrl', '', 'is not an absolute http(s) URL'],
    ['loginUrl', '/login', 'is not an absolute http(s) URL'],
    ['loginUrl', '//id.example.org', 'is not an absolute http(s) URL'],
    ['logoutUrl', 'ftp://id.example.org', 'is not an absolute http(s) URL'],
    ['logoutUrl', 'javascript:alert(1)', 'is not an absolute http(s) URL'],
    ['imagePreviewUrl', 42, 'is not a string'],
    ['imagePreviewUrl', null, 'is missing'],
    ['homeUrl', 'https://', 'is not an absolute http(s) URL'],
    ['homeUrl', 7, 'is not a string'],
  ])('names the key %s when it is %p', (key, value, problem) => {
    const parsed = parseDeploymentConfig({ ...good, [key]: value });
    expect(parsed).toEqual({ ok: false, failure: { key, problem } });
    expect(parsed.ok || configProblemText(parsed.failure)).toBe(`Config validation error: "${key}" ${problem}`);
  });

  it.each([[null], [[]], ['text'], [7], [undefined]])('rejects a file that is not an object: %p', (raw) => {
    const parsed = parseDeploymentConfig(raw);
    expect(parsed.ok || configProblemText(parsed.failure)).toBe(
      'Config validation error: config.json is not a JSON object',
    );
  });
});
