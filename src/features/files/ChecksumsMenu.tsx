import { Button, Menu } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { pickLines } from '@data-manager/domain/checksums/checksumFile';
import { MANIFEST_ALGORITHMS, MANIFEST_NAMES, type ManifestAlgorithm } from '@data-manager/domain/checksums/manifest';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import type { ListingItem } from '@data-manager/domain/listing/fileListing';
import { formatCount } from '@data-manager/lib/formatNumber';
import { fetchManifest, MANIFEST_POLL_MS, type ManifestProgress } from '../../api/manifests';
import { useThunkExtra } from '../../api/useThunkExtra';
import { usePorts } from '../../platform/portsContext';
import { wait } from '../../platform/wait';
import { itemId } from './fileSelection';

export interface ChecksumsMenuProps {
  /** Path of the folder, without a trailing slash. */
  readonly path: string;
  /** The selected items of the folder; all files if there are none. */
  readonly selected: readonly ListingItem[];
  readonly opened: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** The menu of checksum files. While the server computes, the progress is beside its button. */
export function ChecksumsMenu({ path, selected, opened, onOpen, onClose }: ChecksumsMenuProps) {
  const extra = useThunkExtra();
  const { saveText, toast } = usePorts();
  const [progress, setProgress] = useState<ManifestProgress>();
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => () => waiting.current?.abort(), []);
  const save = async (algorithm: ManifestAlgorithm) => {
    waiting.current?.abort();
    const { signal } = (waiting.current = new AbortController());
    for (;;) {
      const manifest = await fetchManifest(path, algorithm, extra, signal);
      if (signal.aborted) return;
      setProgress(manifest.ok && typeof manifest.value !== 'string' ? manifest.value : undefined);
      if (!manifest.ok) toast(failureNotice(manifest.failure).text, 'error');
      else if (typeof manifest.value === 'string') {
        saveText(linesOf(manifest.value, path, selected), MANIFEST_NAMES[algorithm], 'text/plain');
      } else {
        await wait(MANIFEST_POLL_MS, signal);
        continue;
      }
      return;
    }
  };
  const cancel = () => {
    waiting.current?.abort();
    setProgress(undefined);
  };
  return (
    <>
      {progress !== undefined && (
        <>
          <span role="status">
            {`The server computes checksums: ${formatCount(progress.done)} of ${formatCount(progress.total)}`}
          </span>
          <Button size="compact-xs" variant="subtle" onClick={cancel}>
            Cancel
          </Button>
        </>
      )}
      <Menu opened={opened} onOpen={onOpen} onClose={onClose}>
        <Menu.Target>
          <Button size="compact-xs" variant="subtle">
            Checksums
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {MANIFEST_ALGORITHMS.map((algorithm) => (
            <Menu.Item key={algorithm} onClick={() => void save(algorithm)}>
              {MANIFEST_NAMES[algorithm]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function linesOf(manifest: string, folder: string, selected: readonly ListingItem[]): string {
  if (selected.length === 0) return manifest;
  const chosen = new Set(selected.map((item) => itemId(item).slice(folder.length + 1)));
  const isChosen = (path: string) => chosen.has(path) || chosen.has(path.slice(0, path.indexOf('/') + 1));
  return pickLines(manifest, (path) => (isChosen(path) ? path : undefined));
}
