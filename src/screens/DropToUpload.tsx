import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { shownName } from '../domain/names/shownName';
import { usePorts } from '../platform/portsContext';
import type { FoundBatch } from '../platform/readFiles';
import { DropArea } from '../ui/DropArea';

interface DropToUploadProps {
  /** Project or dataset. */
  readonly name: string;
  /** Its upload screen. */
  readonly to: string;
}

/** Files and folders dropped anywhere on a project or dataset are checked on its upload screen. */
export function DropToUpload({ name, to }: DropToUploadProps) {
  const { dropped } = usePorts();
  const navigate = useNavigate();
  const onDropped = useCallback(
    (batches: AsyncIterable<FoundBatch>) => {
      dropped.hold(batches);
      void navigate(to);
    },
    [dropped, navigate, to],
  );
  return <DropArea words={`Drop to upload into ${shownName(name)}`} onDropped={onDropped} />;
}
