import {
  parseDeploymentConfig,
  type ConfigProblem,
  type DeploymentConfig,
} from '../domain/deployment/deploymentConfig';
import { err, type Result } from '../lib/result';
import type { Ports } from '../platform/ports';
import { withTimeLimit } from '../platform/timeLimit';
import { appWords } from './appWords';

/** At the root of the site, whatever path the page was opened on. */
const CONFIG_URL = '/config.json';

/** Nothing can be shown without it, not even that it is missing, milliseconds. */
const ANSWER_WITHIN_MS = 30_000;

/** Fetches and checks the deployment's `config.json`. Never throws. */
export function loadConfig(fetch: Ports['fetch']): Promise<Result<DeploymentConfig, ConfigProblem>> {
  return withTimeLimit(ANSWER_WITHIN_MS, (signal) => fetchConfig(fetch, signal));
}

async function fetchConfig(
  fetch: Ports['fetch'],
  signal: AbortSignal,
): Promise<Result<DeploymentConfig, ConfigProblem>> {
  const response = await fetch(CONFIG_URL, { cache: 'no-cache', signal }).catch(() => undefined);
  if (response === undefined) return err({ key: '', problem: appWords.configNotFetched });
  if (!response.ok) return err({ key: '', problem: appWords.configMissing(response.status) });
  try {
    return parseDeploymentConfig(await response.json());
  } catch {
    return err({ key: '', problem: appWords.configNoJson });
  }
}
