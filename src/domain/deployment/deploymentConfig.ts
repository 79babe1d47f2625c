import { isRecord } from '@data-manager/lib/isRecord';
import { err, ok, type Result } from '@data-manager/lib/result';
import { isWebLink } from '@data-manager/lib/webLink';
import { ERROR_CATALOGUE } from '../failures/errorCatalogue';

/** The URLs of a deployment, from `config.json` beside `index.html`. */
export interface DeploymentConfig {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  /** Exactly as configured. */
  readonly loginUrl: string;
  readonly logoutUrl: string;
  /** Without a trailing slash. */
  readonly imagePreviewUrl: string;
  /** Home page on the main site. Defaults to the origin of `loginUrl`. */
  readonly homeUrl: string;
}

/** The first problem of a configuration. */
export interface ConfigProblem {
  /** Empty if the problem concerns the file as a whole. */
  readonly key: string;
  readonly problem: string;
}

const REQUIRED_KEYS = ['apiUrl', 'loginUrl', 'logoutUrl', 'imagePreviewUrl'] as const;
/** Stored without a trailing slash, because paths are appended. */
const BASE_KEYS: ReadonlySet<string> = new Set(['apiUrl', 'imagePreviewUrl']);

/** Parses a deployment's `config.json`. Every value must be an absolute http(s) URL. */
export function parseDeploymentConfig(raw: unknown): Result<DeploymentConfig, ConfigProblem> {
  if (!isRecord(raw)) return err({ key: '', problem: 'config.json is not a JSON object' });
  const urls: Record<string, string> = {};
  for (const key of [...REQUIRED_KEYS, 'homeUrl']) {
    const value = key === 'homeUrl' ? (raw.homeUrl ?? originOf(urls.loginUrl)) : raw[key];
    const problem = problemOf(value);
    if (typeof value !== 'string' || problem !== undefined) return err({ key, problem: problem ?? 'is not a string' });
    urls[key] = BASE_KEYS.has(key) ? value.replace(/\/+$/, '') : value;
  }
  const { apiUrl = '', loginUrl = '', logoutUrl = '', imagePreviewUrl = '', homeUrl = '' } = urls;
  return ok({ apiUrl, loginUrl, logoutUrl, imagePreviewUrl, homeUrl });
}

/** Returns the full-page error message. */
export function configProblemText({ key, problem }: ConfigProblem): string {
  return `${ERROR_CATALOGUE.startupConfig.text}: ${key === '' ? problem : `"${key}" ${problem}`}`;
}

function problemOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return 'is missing';
  if (typeof value !== 'string') return 'is not a string';
  if (!isWebLink(value)) return 'is not an absolute http(s) URL';
  return undefined;
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).origin;
}
