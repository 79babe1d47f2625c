import { List, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ERROR_CATALOGUE } from '@data-manager/domain/failures/errorCatalogue';
import type { FileItem } from '@data-manager/domain/listing/fileListing';
import { cleanName } from '@data-manager/domain/names/cleanName';
import { parseFileName } from '@data-manager/domain/names/grammar';
import type { FileMove } from '@data-manager/domain/names/moveBatches';
import { nameInText } from '@data-manager/domain/names/shownName';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { useFileChanges, type ChangeResult } from '../../api/useFileChanges';
import { usePorts } from '../../platform/portsContext';
import { FormDialog } from '../../ui/FormDialog';
import { FileName } from '../../ui/Name';
import { BulkRenameDialog, type FindCollisions } from '../../widgets/BulkRenameDialog';
import { ChangeProgressBar, fileNameOf, outcomeText } from '../../widgets/ChangeOutcome';
import { notFoundText } from '../../widgets/notFoundText';
import { findMoveCollisions, findNameProblem, movesOf, type NameProblem } from './fileMoves';

interface RenameFilesDialogProps {
  readonly files: readonly FileItem[];
  /** The keys of all files in the folder. */
  readonly existing: ReadonlySet<string>;
  /** `sponsor/project[/dataset]` */
  readonly rootPath: string;
  /** Called after all files were renamed. */
  readonly onRenamed: () => void;
  readonly onClose: () => void;
}

/** Renames one file, or many by a rule, and offers to undo it. */
export function RenameFilesDialog(props: RenameFilesDialogProps) {
  const [only, ...others] = props.files;
  const rename = useRename(props);
  if (only === undefined) return null;
  return others.length === 0 ? (
    <RenameOne {...props} file={only} rename={rename} />
  ) : (
    <RenameMany {...props} rename={rename} />
  );
}

interface RenameResult extends ChangeResult<FileMove> {
  /** True if files that the server did not refuse have kept their names, too. */
  readonly hasKeptAll: boolean;
}

/** Renames files, and keeps the refused files, which the dialog shows. */
function useRename({ onRenamed }: RenameFilesDialogProps) {
  const { toast } = usePorts();
  const { progress, moveFiles, undoMoves } = useFileChanges();
  const [result, setResult] = useState<RenameResult>();
  const undo = async (moves: readonly FileMove[]) => {
    const { done, refused } = await undoMoves(moves);
    const isComplete = done.length === moves.length;
    const [first] = refused;
    const reason = first === undefined ? '' : ` ${nameInText(lastSegment(first.key))}: ${first.reason}`;
    toast(
      isComplete ? 'Renaming undone.' : `Renaming could not be undone.${reason}`,
      isComplete ? 'success' : 'warning',
    );
  };
  const start = async (moves: readonly FileMove[]) => {
    setResult(undefined);
    if (moves.length === 0) {
      onRenamed();
      return;
    }
    const changed = await moveFiles(moves);
    const { done } = changed;
    setResult({ ...changed, hasKeptAll: moves.length > 1 && done.length === 0 });
    const [first] = done;
    if (first !== undefined) {
      const text = outcomeText('renamed', done.length, moves.length, []);
      const severity = done.length === moves.length ? 'success' : 'warning';
      toast(text, severity, { label: 'Undo', run: () => void undo(done), path: first.to });
    }
    if (done.length === moves.length) onRenamed();
  };
  return { progress, result, start };
}

interface WithRename {
  readonly rename: ReturnType<typeof useRename>;
}

function RenameState({ rename: { progress, result } }: WithRename) {
  return (
    <>
      <ChangeProgressBar progress={progress} />
      {result !== undefined && result.refused.length > 0 && <RefusedFiles {...result} />}
    </>
  );
}

/** The files that the server did not rename, each with its reason. */
function RefusedFiles({ refused, hasKeptAll }: RenameResult) {
  return (
    <div role="alert">
      <Text size="sm">{`${hasKeptAll ? 'No file was renamed. ' : ''}The server did not rename:`}</Text>
      <List size="sm" mt={4} mah="12rem" style={{ overflow: 'auto' }}>
        {refused.map(({ key, reason }) => (
          <List.Item key={key}>
            <strong>
              <FileName>{fileNameOf(key)}</FileName>
            </strong>
            <span>{`: ${reason}`}</span>
          </List.Item>
        ))}
      </List>
    </div>
  );
}

const PROBLEM_TEXTS: Readonly<Record<NameProblem, string>> = {
  empty: 'Enter a name',
  slash: 'Names can’t contain slashes',
  invalid: 'The storage does not accept this name',
  taken: 'Another file has this name',
};

function RenameOne({
  file,
  existing,
  rename,
  onClose,
}: RenameFilesDialogProps & WithRename & { readonly file: FileItem }) {
  const [name, setName] = useState(file.fileName);
  const newName = cleanName(name);
  const problem = findNameProblem(file, newName, existing);
  const isNamed = parseFileName(newName) !== undefined;
  return (
    <FormDialog
      title="Rename files"
      onClose={onClose}
      submitLabel="Rename"
      pending={rename.progress !== undefined}
      problem={notFoundText(rename.result?.error)}
      disabledReason={problem !== undefined || newName === file.fileName ? '' : undefined}
      onSubmit={() => void rename.start(movesOf([{ id: file.path, oldName: file.fileName, newName }]))}
    >
      <TextInput
        label="New name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problem !== undefined && PROBLEM_TEXTS[problem]}
        autoComplete="off"
        data-autofocus
      />
      {problem === undefined && !isNamed && (
        <Text size="xs" c="dimmed" role="status">
          {ERROR_CATALOGUE.invalidFileName.text}
        </Text>
      )}
      <RenameState rename={rename} />
    </FormDialog>
  );
}

function RenameMany({ files, existing, rootPath, rename, onClose }: RenameFilesDialogProps & WithRename) {
  const items = files.map(({ path, fileName, modified }) => ({
    id: path,
    name: fileName,
    lastModified: modified === undefined ? 0 : Date.parse(modified),
  }));
  const findCollisions: FindCollisions = (steps) => findMoveCollisions(steps, existing);
  return (
    <BulkRenameDialog
      title="Rename files"
      submitLabel="Rename"
      items={items}
      dataset={rootPath.split('/')[2] ?? ''}
      findCollisions={findCollisions}
      serverCollisionText="Another file on the server has this name"
      needsFreeNames
      pending={rename.progress !== undefined}
      problem={notFoundText(rename.result?.error)}
      onClose={onClose}
      onApply={(steps) => void rename.start(movesOf(steps))}
    >
      <RenameState rename={rename} />
    </BulkRenameDialog>
  );
}
