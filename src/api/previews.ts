import type { DeploymentConfig } from '../domain/deploymentConfig';
import type { Failure } from '../domain/failure';
import { failed, success, type Outcome } from '../lib/outcome';
import type { Ports } from '../platform/ports';
import { readSessionValue } from '../session/sessionValues';

export type PreviewKind = 'thumbnail' | 'downsampled';

const PATHS: Readonly<Record<PreviewKind, string>> = {
  thumbnail: 'get-thumbnail-image',
  downsampled: 'get-downsampled-image',
};

/**
 * Fetches the preview of an object. The address carries keys, so it is never an `<img src>`, never cached, and
 * sent with no referrer. Never throws; a failure here is silent for the person.
 */
export async function fetchPreview(
  ports: Pick<Ports, 'fetch' | 'localStorage'>,
  config: Pick<DeploymentConfig, 'imagePreviewUrl'>,
  kind: PreviewKind,
  key: string,
  signal: AbortSignal,
): Promise<Outcome<Blob, Failure>> {
  const query = new URLSearchParams({
    ak: readSessionValue(ports, 'A_K') ?? '',
    sk: readSessionValue(ports, 'S_K') ?? '',
    session_token: readSessionValue(ports, 'session_token') ?? '',
  });
  const url = `${config.imagePreviewUrl}/${PATHS[kind]}/${encodeURIComponent(key)}?${query.toString()}`;
  try {
    const response = await ports.fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal,
    });
    return response.ok ? success(await response.blob()) : failed(failureOf(response));
  } catch {
    return failed(signal.aborted ? { kind: 'aborted' } : { kind: 'unreachable' });
  }
}

function failureOf({ status, statusText }: Response): Failure {
  if (status === 401) return { kind: 'unauthorized' };
  if (status === 403) return { kind: 'forbidden' };
  if (status === 404) return { kind: 'not-found' };
  return { kind: 'refused', status, message: statusText };
}
