import { Text } from '@mantine/core';
import { startTransition, useEffect, useState, type ReactNode } from 'react';
import type { ComparedFile, ComparisonGroup } from '@data-manager/domain/compare/comparedFiles';
import { comparisonForecasts, filesOnBothSides } from '@data-manager/domain/compare/comparisonForecast';
import type { ComparisonOutcome } from '@data-manager/domain/compare/comparisonOutcome';
import { NO_GROUPS, type ComparisonResult } from '@data-manager/domain/compare/comparisonResult';
import { findRow, GROUPS_BY_ATTENTION } from '@data-manager/domain/compare/findRow';
import { filesToUpload, totalQuestion, type TotalQuestion } from '@data-manager/domain/compare/totalQuestion';
import type { FileEntry, ImageProblem } from '@data-manager/domain/listing/fileListing';
import { shownName } from '@data-manager/domain/names/shownName';
import type { Arrivals } from '@data-manager/domain/uploads/arrivals';
import type { FolderForecast, PlannedDataset } from '@data-manager/domain/uploads/uploadForecast';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { counted, plural } from '@data-manager/lib/plural';
import { useListing } from '../../api/files';
import type { FoundBatch } from '../../platform/reading/readFiles';
import { Name } from '../../ui/Name';
import { FolderCompleteness } from '../../widgets/FolderCompleteness';
import { useSealQuestion } from '../../widgets/useSealQuestion';
import { ComparisonActions } from './ComparisonActions';
import { DecisionsProvider } from './decisions';
import { batchOf } from './filesToUpload';
import { GroupTabs } from './GroupTabs';
import { TotalCard } from './TotalCard';
import type { ResultAccess } from './useComparison';
import { useDamagedFiles } from './useDamagedFiles';
import { useDecisionsOf, useOutcome } from './useDecisionsOf';

export interface ComparisonReportProps {
  /** The place to which files can be uploaded: `sponsor/project[/dataset]`. */
  readonly rootPath: string;
  /** The path to compare with: `rootPath` or a folder below it. */
  readonly path: string;
  /** The datasets of the project. */
  readonly datasets: readonly PlannedDataset[];
  /** The uploads into `rootPath`. */
  readonly arrivals: Arrivals;
  /** Renders the picture of a file on the server. */
  readonly renderPicture: (entry: FileEntry) => ReactNode;
  /** Opens the upload screen with files. */
  readonly onUpload: (batches: AsyncIterable<FoundBatch>) => void;
  /** Changes a dataset's number of sections. Resolves to false if that failed. */
  readonly onSetTotal: (path: string, total: number) => Promise<boolean>;
  readonly access: ResultAccess;
  readonly result: ComparisonResult;
}

/** The result of a comparison: what can be done, where both sides differ, and the files. */
export function ComparisonReport(props: ComparisonReportProps) {
  const { rootPath, path, datasets, arrivals, renderPicture, onUpload, onSetTotal, access, result } = props;
  const outcome = useOutcome(result, rootPath, arrivals);
  // While contents are compared, the disk is busy.
  const { different, onlyLocal } = result.phase === 'hashing' ? NO_GROUPS : result.groups;
  const damaged = useDamagedFiles({ different: different.rows, onlyLocal: onlyLocal.rows }, access);
  const sealed = useSealQuestion();
  const { ask } = sealed;
  const decisions = useDecisionsOf({ access, rootPath, states: outcome.states, damaged, renderPicture, ask });
  const assessed = useForecasts(result, outcome, datasets, rootPath, path, damaged);
  const forecasts = assessed ?? NO_FORECASTS;
  const [tab, setTab] = useState<ComparisonGroup>();
  const [revealed, setRevealed] = useState<ComparedFile>();
  const toUpload = filesToUpload(outcome.onlyLocal, result, forecasts);
  const setTotal = async ({ path: dataset, proposed }: TotalQuestion) => {
    if (await onSetTotal(dataset, proposed)) access.decideTotal(dataset, { total: proposed, isSet: true });
  };
  return (
    <DecisionsProvider value={decisions}>
      <Notes result={result} path={path} />
      {forecasts.map((forecast) => (
        <TotalCard
          key={forecast.folder}
          question={totalQuestion(forecast)}
          decision={result.totals.get(forecast.folder)}
          onSet={(question) => ask([question.path], () => void setTotal(question))}
          onKeep={(question) => access.decideTotal(question.path, { total: question.total, isSet: false })}
        />
      ))}
      {sealed.dialog}
      <ComparisonActions
        path={path}
        result={result}
        outcome={outcome}
        toUpload={toUpload}
        isAsked={forecasts.some((forecast) => isAsked(forecast, result))}
        onUpload={() => onUpload(batchOf(toUpload, access, rootPath))}
      />
      {result.phase !== 'paused' &&
        forecasts.slice(0, MAX_MAPS).map(({ folder, completeness }) => (
          <FolderCompleteness
            key={folder}
            label={`${shownName(lastSegment(folder))} with the files of the folder`}
            order={3}
            completeness={completeness}
            onPick={({ filters }) => {
              const row = findRow(result, folder, filters);
              if (row === undefined) return;
              setTab(row.group);
              setRevealed(row);
            }}
          />
        ))}
      {/* The maps would push them down. */}
      {assessed !== undefined && (
        <GroupTabs path={path} result={result} tab={tab ?? firstTab(result)} onTab={setTab} revealed={revealed} />
      )}
    </DecisionsProvider>
  );
}

/** The number of datasets whose map is shown. */
const MAX_MAPS = 3;
const NO_FORECASTS: readonly FolderForecast[] = [];

/**
 * Returns how complete the datasets at or below a path are with the files of the folder; undefined until it is computed. While contents
 * are compared, files on both sides count as the same.
 */
function useForecasts(
  { groups, phase }: ComparisonResult,
  { states }: ComparisonOutcome,
  datasets: readonly PlannedDataset[],
  rootPath: string,
  path: string,
  damaged: ReadonlyMap<string, ImageProblem>,
): readonly FolderForecast[] | undefined {
  const isDone = phase === 'done';
  const { identical, different, notComparable } = isDone ? groups : NO_GROUPS;
  const { onlyLocal, onlyServer } = groups;
  const { listing: listed } = useListing(rootPath);
  const listing = isDone ? undefined : listed;
  const [forecasts, setForecasts] = useState<readonly FolderForecast[]>();
  // In a task of their own, because the outcome of a hundred thousand files is computed in the render.
  useEffect(() => {
    const counted = [identical.rows, different.rows, onlyLocal.rows, onlyServer.rows, notComparable.rows];
    startTransition(() =>
      setForecasts(
        comparisonForecasts(
          listing === undefined ? counted : [...counted, filesOnBothSides(listing, onlyServer.rows)],
          states,
          datasets.filter((dataset) => dataset.path === path || dataset.path.startsWith(`${path}/`)),
          damaged,
        ),
      ),
    );
  }, [identical, different, onlyLocal, onlyServer, notComparable, listing, states, datasets, path, damaged]);
  return forecasts;
}

/** Returns true if the user has not decided about the number of sections. */
function isAsked(forecast: FolderForecast, { totals }: ComparisonResult): boolean {
  return totalQuestion(forecast) !== undefined && !totals.has(forecast.folder);
}

/** Shows what needs attention first. */
function firstTab({ groups }: ComparisonResult): ComparisonGroup {
  return GROUPS_BY_ATTENTION.find((group) => groups[group].rows.length > 0) ?? 'identical';
}

/** Notes about the limits of the result. */
function Notes({ result, path }: Pick<ComparisonReportProps, 'result' | 'path'>) {
  const { groups, toHash, systemFiles, unreadable } = result;
  const isNothingMatched = groups.identical.rows.length + groups.different.rows.length + toHash === 0;
  const folder = groups.onlyLocal.rows[0]?.local?.path.split('/').slice(0, -1)[0];
  const title = lastSegment(path);
  return (
    <>
      {isNothingMatched && folder !== undefined && groups.onlyServer.rows.length > 0 && (
        <Text size="sm">
          No file of the folder <Name>{folder}</Name> has the name of a file in <Name>{title}</Name>. Is it the right
          folder?
        </Text>
      )}
      {unreadable > 0 && (
        <Text size="sm">
          {`${counted(unreadable, 'item')} could not be read: ${plural(unreadable, 'its', 'their')} files may be listed as only on the server.`}
        </Text>
      )}
      {systemFiles > 0 && <Text size="xs" c="dimmed">{`${counted(systemFiles, 'system file')} left out`}</Text>}
    </>
  );
}
