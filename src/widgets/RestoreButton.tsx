import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRestoreFiles } from './useRestoreFiles';
import { useSealQuestion } from './useSealQuestion';

interface RestoreButtonProps {
  /** Keys of deleted files. */
  readonly keys: readonly string[];
  readonly label: string;
}

/** Restores deleted files. */
export function RestoreButton({ keys, label }: RestoreButtonProps) {
  const restore = useRestoreFiles();
  const { ask, dialog } = useSealQuestion();
  const [isRestoring, setRestoring] = useState(false);
  const run = async () => {
    setRestoring(true);
    await restore(keys);
    setRestoring(false);
  };
  return (
    <>
      <Button variant="filled" size="xs" loading={isRestoring} onClick={() => ask(keys, () => void run())}>
        {label}
      </Button>
      {dialog}
    </>
  );
}
