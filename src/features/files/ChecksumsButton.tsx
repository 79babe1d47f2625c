import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFeature } from '../../api/configuration';
import { lazyPopup } from '../../ui/lazyWithRetry';
import type { ChecksumsMenuProps } from './ChecksumsMenu';

const Popup = lazyPopup(
  () => import('./ChecksumsMenu').then((module) => module.ChecksumsMenu),
  ({ onOpen }) => (
    <Button size="compact-xs" variant="subtle" aria-haspopup="menu" onClick={onOpen}>
      Checksums
    </Button>
  ),
);

/** Saves the checksums of the selected files, or of all files of the folder, if the server offers it. */
export function ChecksumsButton(props: Pick<ChecksumsMenuProps, 'path' | 'selected'>) {
  const [opened, setOpened] = useState(false);
  if (!useFeature('manifests')) return null;
  return <Popup {...props} opened={opened} onOpen={() => setOpened(true)} onClose={() => setOpened(false)} />;
}
