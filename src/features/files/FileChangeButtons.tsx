import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ListingItem } from '@data-manager/domain/listing/fileListing';
import type { FolderView } from '@data-manager/domain/listing/folderView';
import { useFeature } from '../../api/configuration';
import { lazyPopup } from '../../ui/lazyWithRetry';
import { useSealQuestion } from '../../widgets/useSealQuestion';
import { selectedFiles } from './fileSelection';

const DeleteFilesDialog = lazyPopup(() =>
  import('../../widgets/DeleteFilesDialog').then((module) => module.DeleteFilesDialog),
);
const RenameFilesDialog = lazyPopup(() => import('./RenameFilesDialog').then((module) => module.RenameFilesDialog));

interface FileChangeButtonsProps {
  readonly view: FolderView;
  readonly selected: readonly ListingItem[];
  /** Path of the folder, without a trailing slash. */
  readonly path: string;
  /** Path of the whole list, without a trailing slash. */
  readonly rootPath: string;
  /** True if more files are loading, so that the files of a folder are not known. */
  readonly hasNextPage: boolean;
  /** Called after the selected files were deleted or renamed. */
  readonly onChanged: () => void;
}

/** The buttons that delete and rename the selected files, if the server offers it. */
export function FileChangeButtons(props: FileChangeButtonsProps) {
  const canDelete = useFeature('files.delete');
  const canMove = useFeature('files.move');
  if (props.selected.length === 0 || !(canDelete || canMove)) return null;
  return <SelectionButtons {...props} canDelete={canDelete} canMove={canMove} />;
}

interface SelectionButtonsProps extends FileChangeButtonsProps {
  readonly canDelete: boolean;
  readonly canMove: boolean;
}

/** Mounted while files are selected, so that an open dialog ends with its selection. */
function SelectionButtons(props: SelectionButtonsProps) {
  const { view, selected, path, rootPath, hasNextPage, onChanged, canDelete, canMove } = props;
  const [open, setOpen] = useState<'delete' | 'rename'>();
  const { ask, dialog } = useSealQuestion();
  const isKnown = !hasNextPage || selected.every(({ isFolder }) => !isFolder);
  const files = useMemo(() => (isKnown ? selectedFiles(view, selected, path) : []), [isKnown, view, selected, path]);
  const askAbout = (action: 'delete' | 'rename') =>
    ask(
      files.map((file) => file.path),
      () => setOpen(action),
    );
  const deleted = open === 'delete' ? files.map(({ path: key, size }) => ({ key, size })) : [];
  const existing = new Set(open === 'rename' ? view.inside.map((file) => file.path) : []);
  const close = () => setOpen(undefined);
  const finish = () => {
    close();
    onChanged();
  };
  return (
    <>
      {canMove && (
        <Button size="compact-xs" disabled={files.length === 0} onClick={() => askAbout('rename')}>
          Rename files
        </Button>
      )}
      {canDelete && (
        <Button
          size="compact-xs"
          {...(files.length > 0 && { c: 'var(--mantine-color-error)' })}
          disabled={files.length === 0}
          onClick={() => askAbout('delete')}
        >
          Delete files
        </Button>
      )}
      {dialog}
      {open === 'delete' && <DeleteFilesDialog files={deleted} onDeleted={finish} onClose={close} />}
      {open === 'rename' && (
        <RenameFilesDialog files={files} existing={existing} rootPath={rootPath} onRenamed={finish} onClose={close} />
      )}
    </>
  );
}
