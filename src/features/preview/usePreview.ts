import { useEffect, useState } from 'react';
import { fetchPreview } from '../../api/previews';
import { useDeployment } from '../../platform/deploymentContext';
import type { Ports } from '../../platform/ports';
import { usePorts } from '../../platform/portsContext';
import type { DeploymentConfig } from '../../domain/deploymentConfig';
import { createPreviewLoader, type PreviewLoader, type PreviewState } from './previewLoader';

/** One loader for each set of ports, hence one for the app and a fresh one for each test. */
const loaders = new WeakMap<Ports, PreviewLoader>();

/** The thumbnail of an object, fetched while the component is mounted. */
export function useThumbnail(key: string): PreviewState {
  const ports = usePorts();
  const deployment = useDeployment();
  const [shown, setShown] = useState<{ readonly key: string; readonly state: PreviewState } | null>(null);

  useEffect(
    () => loaderFor(ports, deployment).watch(key, (state) => setShown({ key, state })),
    [ports, deployment, key],
  );
  return shown?.key === key ? shown.state : { status: 'loading' };
}

function loaderFor(ports: Ports, deployment: DeploymentConfig): PreviewLoader {
  const known = loaders.get(ports);
  if (known !== undefined) return known;
  const loader = createPreviewLoader({
    fetchBlob: (key, signal) => fetchPreview(ports, deployment, 'thumbnail', key, signal),
    createUrl: (blob) => URL.createObjectURL(blob),
    revokeUrl: (url) => URL.revokeObjectURL(url),
  });
  loaders.set(ports, loader);
  return loader;
}
