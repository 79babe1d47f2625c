import {
  parseDeploymentConfig,
  type ConfigProblem,
  type DeploymentConfig,
} from '@data-manager/domain/deployment/deploymentConfig';
import { err, type Result } from '@data-manager/lib/result';
import type { Ports } from '../platform/ports';
import { withTimeLimit } from '../platform/wait';

/** At the root of the site, regardless of the path on which the page was opened. */
const CONFIG_URL = '/config.json';

/** The page stays blank until this has passed, so that an unresponsive server still leads to an error message. */
const TIMEOUT_MS = 30_000;

/** Fetches and validates the deployment's `config.json`. Never throws. */
export function loadConfig(fetch: Ports['fetch']): Promise<Result<DeploymentConfig, ConfigProblem>> {
  return withTimeLimit(TIMEOUT_MS, (signal) => fetchConfig(fetch, signal));
}

async function fetchConfig(
  fetch: Ports['fetch'],
  signal: AbortSignal,
): Promise<Result<DeploymentConfig, ConfigProblem>> {
  const response = await fetch(CONFIG_URL, { cache: 'no-cache', signal }).catch(() => undefined);
  if (response === undefined) return err({ key: '', problem: 'config.json could not be loaded' });
  if (!response.ok) return err({ key: '', problem: `config.json is missing (status ${response.status})` });
  try {
    return parseDeploymentConfig(await response.json());
  } catch {
    return err({ key: '', problem: 'config.json is not valid JSON' });
  }
}
