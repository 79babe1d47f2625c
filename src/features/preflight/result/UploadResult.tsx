import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { Link, useNavigate } from 'react-router';
import { completenessFindings, filtersOf } from '@data-manager/domain/completeness/completenessFindings';
import { placeQuery } from '@data-manager/domain/completeness/placeQuery';
import type { ListFilters } from '@data-manager/domain/listing/listQuery';
import { nameInText } from '@data-manager/domain/names/shownName';
import { buildPath } from '@data-manager/domain/navigation/routePath';
import type { FolderForecast } from '@data-manager/domain/uploads/uploadForecast';
import { placeOfKey } from '@data-manager/domain/uploads/uploadKey';
import { confirmedText, gapsText, onTheWayText, uploadResultText } from '@data-manager/domain/uploads/uploadResult';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { counted } from '@data-manager/lib/plural';
import { selectUploadHold } from '../../../transfers/uploads/uploadsSelectors';
import { ProblemCard } from '../../../widgets/ProblemCard';
import { ForecastList } from '../screen/Forecasts';
import { ResultCards } from './ResultCards';
import { useSaveReceipt } from './useSaveReceipt';
import type { UploadResultState } from './useUploadResult';

/** The number of folders whose gaps are named. */
const NAMED_FOLDERS = 3;

interface UploadResultProps {
  readonly result: UploadResultState;
  /** The page that lists the uploaded files. */
  readonly filesAt: string;
  /** The upload has just been requested, with a button that is gone. */
  readonly takesFocus: boolean;
}

/** Takes the place of the list of problems once its files are uploaded: what has become of them, and what is still missing. */
export function UploadResult({ result, filesAt, takesFocus }: UploadResultProps) {
  const { forecasts } = result;
  const navigate = useNavigate();
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) region.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const isDone = result.counts.failed + result.counts.sending === 0;
  const gaps = forecasts.filter(({ isPlanned, completeness }) => isPlanned && completeness.missing > 0);
  return (
    <>
      <Stack
        component="section"
        gap="xs"
        aria-label="Result of the upload"
        ref={region}
        tabIndex={-1}
        data-upload-result
      >
        <ResultHead result={result} filesAt={filesAt} isComplete={gaps.length === 0} />
        <Stack gap={4}>
          <ResultCards result={result} />
          {gaps.slice(0, NAMED_FOLDERS).map((forecast, index) => (
            <GapCard key={forecast.folder} forecast={forecast} isNextStep={index === 0 && isDone} />
          ))}
        </Stack>
      </Stack>
      <ForecastList forecasts={forecasts} onPick={({ folder, filters }) => void navigate(addressOf(folder, filters))} />
    </>
  );
}

interface ResultHeadProps extends Pick<UploadResultProps, 'result' | 'filesAt'> {
  /** Nothing is known to be missing. */
  readonly isComplete: boolean;
}

function ResultHead({ result: { upload, counts, replacing }, filesAt, isComplete }: ResultHeadProps) {
  const saveReceipt = useSaveReceipt(upload);
  const hold = useSelector(selectUploadHold);
  const { uploaded, sending } = counts;
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Title order={2} size="h5">
          {uploadResultText(counts)}
        </Title>
        <Text size="sm" c="dimmed">
          {sending > 0 ? onTheWayText(sending, replacing, hold) : confirmedText(uploaded)}
        </Text>
      </div>
      <Group gap="xs">
        <Button size="xs" disabled={uploaded === 0} onClick={() => void saveReceipt()}>
          Save receipt
        </Button>
        <Button component={Link} to={filesAt} size="xs" variant={isComplete && sending === 0 ? 'filled' : 'default'}>
          Show the files
        </Button>
      </Group>
    </Group>
  );
}

interface GapCardProps {
  readonly forecast: FolderForecast;
  /** Nothing is left to be sent. */
  readonly isNextStep: boolean;
}

/** What a dataset lacks, with the way to the list of it. */
function GapCard({ forecast: { folder, completeness }, isNextStep }: GapCardProps) {
  const places = completenessFindings(completeness).find(({ kind }) => kind === 'missing')?.places ?? [];
  const title = lastSegment(folder);
  return (
    <ProblemCard
      title={`${counted(completeness.missing, 'image')} still missing in ${nameInText(title)}`}
      blocks={false}
      text={gapsText(completeness.missing)}
      actions={
        places.length > 0 && (
          <Button
            component={Link}
            to={addressOf(folder, filtersOf(places))}
            size="compact-xs"
            variant={isNextStep ? 'filled' : 'default'}
          >
            Show gaps
          </Button>
        )
      }
    />
  );
}

/** Returns the address of a folder's page, with its list filtered. */
function addressOf(folder: string, filters: ListFilters): string {
  return buildPath(placeOfKey(`${folder}/`)) + placeQuery(filters, new URLSearchParams());
}
