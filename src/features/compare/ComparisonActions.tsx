import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ComparedFile } from '@data-manager/domain/compare/comparedFiles';
import {
  comparisonCsv,
  comparisonFileName,
  comparisonJson,
  type ComparisonText,
} from '@data-manager/domain/compare/comparisonExport';
import { happenedText, leftText, type ComparisonOutcome } from '@data-manager/domain/compare/comparisonOutcome';
import type { ComparisonResult } from '@data-manager/domain/compare/comparisonResult';
import { nameInText } from '@data-manager/domain/names/shownName';
import { inChunks } from '@data-manager/lib/chunks';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted } from '@data-manager/lib/plural';
import { useFeature } from '../../api/configuration';
import { createPauses } from '../../platform/pauses';
import { usePorts } from '../../platform/portsContext';
import { Sentence } from '../../platform/Sentence';
import { FormDialog } from '../../ui/FormDialog';
import { fileNameOf } from '../../widgets/ChangeOutcome';
import { RestoreNotice } from '../../widgets/RestoreNotice';
import { CountButton } from './CountButton';
import { useDecisions } from './decisions';
import { FetchServerFiles } from './FetchServerFiles';

interface ComparisonActionsProps {
  /** The compared path. */
  readonly path: string;
  readonly result: ComparisonResult;
  readonly outcome: ComparisonOutcome;
  /** The files that `Upload missing` uploads. */
  readonly toUpload: readonly ComparedFile[];
  /** True while another question is the next step. */
  readonly isAsked: boolean;
  readonly onUpload: () => void;
}

/** The height of the buttons and two lines, which appear when all files are compared, px. */
const OUTCOME_HEIGHT = 84;

/** What can be done with the files, what has happened to them since they were compared, and what is left. */
export function ComparisonActions({ path, result, outcome, toUpload, isAsked, onUpload }: ComparisonActionsProps) {
  const { damaged, replace, keep } = useDecisions();
  const save = useSave(result, path);
  const [isAsking, setAsking] = useState(false);
  const { onlyLocal, onlyServer, different } = result.groups;
  if (result.phase === 'hashing') return <Box mih={OUTCOME_HEIGHT} />;
  // A damaged file replaces another only if the user has seen it.
  const toReplace = outcome.replaceable.filter(({ key }) => !damaged.has(key));
  const replaceAll = () => {
    setAsking(false);
    replace(toReplace);
  };
  return (
    <Stack gap="xs" mih={OUTCOME_HEIGHT}>
      <Group gap="0.5rem 0.75rem">
        {onlyLocal.rows.length > 0 && (
          <CountButton
            isPrimary={!isAsked}
            label="Upload missing"
            count={toUpload.length}
            where="only in the folder"
            onClick={onUpload}
          />
        )}
        {onlyServer.rows.length > 0 && <FetchServerFiles rows={onlyServer.rows} path={path} />}
        {different.rows.length > 0 && (
          <>
            <CountButton
              label="Replace on the server"
              count={toReplace.length}
              onClick={() => (toReplace.length > 1 ? setAsking(true) : replaceAll())}
            />
            {isAsking && <ReplaceDialog files={toReplace} onReplace={replaceAll} onClose={() => setAsking(false)} />}
            <CountButton
              label="Keep all"
              count={outcome.different.length}
              onClick={() => keep(outcome.different, true)}
            />
          </>
        )}
        <Button size="xs" onClick={() => void save('csv')}>
          Save as CSV
        </Button>
        <Button size="xs" onClick={() => void save('json')}>
          Save as JSON
        </Button>
      </Group>
      <Box role="status" aria-label="Outcome of the comparison" mih={44}>
        <Text size="sm">{happenedText(outcome, result, { toUpload })}</Text>
        <Text size="sm">{leftText(outcome, result, { toUpload, toReplace })}</Text>
      </Box>
    </Stack>
  );
}

/** The names that are listed; of others, the dialog has the number. */
const MAX_NAMES = 20;

interface ReplaceDialogProps {
  readonly files: readonly ComparedFile[];
  readonly onReplace: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before several files on the server are replaced. */
function ReplaceDialog({ files, onReplace, onClose }: ReplaceDialogProps) {
  const canRestore = useFeature('files.restoreReplaced');
  const names = files
    .map(({ key }) => fileNameOf(key))
    .sort(compareNatural)
    .slice(0, MAX_NAMES);
  const more = files.length > names.length ? ` and ${formatCount(files.length - names.length)} more` : '';
  const labels = { title: 'Replace on the server', submitLabel: 'Replace' };
  return (
    <FormDialog {...labels} onClose={onClose} onSubmit={onReplace}>
      <Text size="sm">
        <Sentence>{`${counted(files.length, 'file')} on the server will be replaced: ${names.map(nameInText).join(', ')}${more}.`}</Sentence>
      </Text>
      {canRestore ? <RestoreNotice what="them" /> : <Text size="sm">Replacing can’t be undone.</Text>}
    </FormDialog>
  );
}

/** Returns a function that saves the result as a file. */
function useSave(result: ComparisonResult, path: string) {
  const ports = usePorts();
  return async (extension: 'csv' | 'json') => {
    const pieces = await textPieces(extension === 'csv' ? comparisonCsv(result) : comparisonJson(result, path));
    const type = extension === 'csv' ? 'text/csv' : 'application/json';
    ports.saveText(pieces, comparisonFileName(path, ports.clock.now(), extension), type);
  };
}

/** Files in a piece of text: formatted in a millisecond or two. */
const FILES_PER_PIECE = 500;

async function textPieces({ head, files, format, separator, tail }: ComparisonText): Promise<readonly string[]> {
  const pause = createPauses();
  const pieces = [head];
  for (const part of inChunks(files, FILES_PER_PIECE)) {
    pieces.push((pieces.length > 1 ? separator : '') + part.map(format).join(separator));
    await pause();
  }
  return [...pieces, tail];
}
