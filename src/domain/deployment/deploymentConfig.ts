import { isRecord } from '../../lib/isRecord';
import { err, ok, type Result } from '../../lib/result';
import { isWebLink } from '../../lib/webLink';
import { ERROR_CATALOGUE } from '../failures/errorCatalogue';
import { configWords } from './configWords';

/** The addresses of one deployment, from `config.json` beside `index.html`. */
export interface DeploymentConfig {
  /** Without a slash at its end. */
  readonly apiUrl: string;
  /** Pages that people are sent to; letter by letter as configured. */
  readonly loginUrl: string;
  readonly logoutUrl: string;
  /** Without a slash at its end. */
  readonly imagePreviewUrl: string;
  /** The home page on the main site; defaults to the origin of `loginUrl`. */
  readonly homeUrl: string;
}

/** What is wrong with a configuration. */
export interface ConfigProblem {
  /** The offending key; empty when it is the file as a whole. */
  readonly key: string;
  readonly problem: string;
}

const REQUIRED_KEYS = ['apiUrl', 'loginUrl', 'logoutUrl', 'imagePreviewUrl'] as const;
/** Paths are appended to these. */
const BASE_KEYS: ReadonlySet<string> = new Set(['apiUrl', 'imagePreviewUrl']);

/** Reads a deployment's `config.json`. Every value must be an absolute http(s) URL. */
export function parseDeploymentConfig(raw: unknown): Result<DeploymentConfig, ConfigProblem> {
  if (!isRecord(raw)) return err({ key: '', problem: configWords.noObject });
  const urls: Record<string, string> = {};
  for (const key of [...REQUIRED_KEYS, 'homeUrl']) {
    const value = key === 'homeUrl' ? (raw.homeUrl ?? originOf(urls.loginUrl)) : raw[key];
    const problem = problemOf(value);
    if (typeof value !== 'string' || problem !== undefined) return err({ key, problem: problem ?? configWords.noText });
    urls[key] = BASE_KEYS.has(key) ? value.replace(/\/+$/, '') : value;
  }
  const { apiUrl = '', loginUrl = '', logoutUrl = '', imagePreviewUrl = '', homeUrl = '' } = urls;
  return ok({ apiUrl, loginUrl, logoutUrl, imagePreviewUrl, homeUrl });
}

/** The full-page message about a configuration. */
export function configProblemWords({ key, problem }: ConfigProblem): string {
  return `${ERROR_CATALOGUE.startupConfig.text}: ${key === '' ? problem : `"${key}" ${problem}`}`;
}

function problemOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return configWords.missing;
  if (typeof value !== 'string') return configWords.noText;
  if (!isWebLink(value)) return configWords.noAddress;
  return undefined;
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).origin;
}
