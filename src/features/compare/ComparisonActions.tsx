import { Button, Text } from '@mantine/core';
import type { ComparedFile } from '@data-manager/domain/compare/comparedFiles';
import {
  comparisonCsv,
  comparisonFileName,
  comparisonJson,
  type ComparisonText,
} from '@data-manager/domain/compare/comparisonExport';
import { happenedText, leftText, type ComparisonOutcome } from '@data-manager/domain/compare/comparisonOutcome';
import type { ComparisonResult } from '@data-manager/domain/compare/comparisonResult';
import { inChunks } from '@data-manager/lib/chunks';
import { createPauses } from '../../platform/pauses';
import { usePorts } from '../../platform/portsContext';
import classes from './compare.module.css';
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

/** What can be done with the files, what has happened to them since they were compared, and what is left. */
export function ComparisonActions({ path, result, outcome, toUpload, isAsked, onUpload }: ComparisonActionsProps) {
  const { damaged, replace, keep } = useDecisions();
  const save = useSave(result, path);
  const { onlyLocal, onlyServer, different } = result.groups;
  if (result.phase === 'hashing') return <div className={classes.outcome} />;
  // A damaged file replaces another only if the user has seen it.
  const toReplace = outcome.replaceable.filter(({ key }) => !damaged.has(key));
  return (
    <div className={classes.outcome}>
      <div className={classes.actions}>
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
            <CountButton label="Replace on the server" count={toReplace.length} onClick={() => replace(toReplace)} />
            <CountButton
              label="Keep all"
              count={outcome.different.length}
              onClick={() => keep(outcome.different, true)}
            />
          </>
        )}
        <Button size="xs" variant="default" onClick={() => void save('csv')}>
          Save as CSV
        </Button>
        <Button size="xs" variant="default" onClick={() => void save('json')}>
          Save as JSON
        </Button>
      </div>
      <div role="status" aria-label="Outcome of the comparison" className={classes.lines}>
        <Text size="sm">{happenedText(outcome, result, { toUpload })}</Text>
        <Text size="sm">{leftText(outcome, result, { toUpload, toReplace })}</Text>
      </div>
    </div>
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
