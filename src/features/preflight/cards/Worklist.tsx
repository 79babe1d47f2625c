import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { nameInText } from '@data-manager/domain/names/shownName';
import type { Card } from '@data-manager/domain/preflight/worklist';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted, plural } from '@data-manager/lib/plural';
import { WrappedPath } from '../../../ui/Name';
import { ProblemCard } from '../../../widgets/ProblemCard';
import type { Choice } from '../rows/choice';
import type { SumFault } from '../rows/findSumFaults';
import { isBeyondRepair, type CheckedRow } from '../rows/rows';
import { noImagesText } from '../rows/rowTexts';
import type { ChosenChecksums } from '../rows/useChecksumFiles';
import type { CheckProgress } from '../rows/useContentChecks';
import { CardFiles, LISTED, NameLine } from './Card';
import { WorklistCard, type WorklistCardProps } from './WorklistCard';

interface WorklistProps extends Omit<WorklistCardProps, 'card'> {
  readonly cards: readonly Card<CheckedRow>[];
  readonly rows: readonly CheckedRow[];
  readonly steps: Choice['steps'];
  readonly contentChecks: CheckProgress;
  readonly checksums: ChosenChecksums;
  readonly sumFaults: readonly SumFault[];
  /** The files on the server could not be listed. */
  readonly isUnlisted: boolean;
}

/** One card for each kind of problem, worst first, each with its proposed fix. */
export function Worklist({
  cards,
  rows,
  steps,
  contentChecks,
  checksums,
  sumFaults,
  isUnlisted,
  ...card
}: WorklistProps) {
  const { dispatch } = card;
  const { missing } = checksums;
  const hopeless = useMemo(() => rows.filter(isBeyondRepair).map(({ id }) => id), [rows]);
  const last = steps.at(-1);
  const { checked, total } = contentChecks;
  const isChecking = checked < total;
  const none = isUnlisted ? 'No other problems found' : isChecking ? 'No problems found so far' : 'No problems found';
  const notes = [...checksumNotes(checksums), ...(isChecking ? [] : noteTexts(contentChecks))];
  return (
    <Stack component="section" aria-label="Problems" gap={4}>
      <Group gap="xs" mih={{ base: 56, xs: 24 }}>
        {/* In a narrow window, it leaves no room for the buttons, whatever it says: they keep the second line. */}
        <Group gap="sm" flex="1 1 18rem">
          <Title order={2} size="h5">
            {cards.length + missing.length + sumFaults.length > 0 ? 'Problems' : none}
          </Title>
          {isChecking && (
            <Text size="sm" c="dimmed">{`Checking contents… ${formatCount(checked)} of ${formatCount(total)}`}</Text>
          )}
        </Group>
        <Group gap="xs">
          {hopeless.length > 0 && (
            <Button size="compact-xs" onClick={() => dispatch({ type: 'removed', ids: hopeless })}>
              Leave out invalid files
            </Button>
          )}
          {last !== undefined && (
            <Button size="compact-xs" onClick={() => dispatch({ type: 'undone' })}>
              {`Undo ${last.kind === 'renamed' ? 'renaming of' : 'leaving out'} ${counted(last.rows.length, 'file')}`}
            </Button>
          )}
        </Group>
      </Group>
      {cards.map((one) => (
        <WorklistCard key={one.kind} card={one} {...card} />
      ))}
      <ListedFiles
        files={missing}
        title={`${counted(missing.length, 'file')} ${plural(missing.length, 'is', 'are')} missing here`}
        text={`Choose ${plural(missing.length, 'it', 'them')} as well, or upload the others.`}
      />
      <ListedFiles
        files={sumFaults}
        title={`${counted(sumFaults.length, 'file')} on the server ${plural(sumFaults.length, 'differs from its checksum file', 'differ from their checksum files')}`}
        text={`The file${plural(sumFaults.length, '', 's')} here and on the server are the same, so nothing is uploaded. Compare ${plural(sumFaults.length, 'it', 'them')} with the originals.`}
      />
      <NoImages rows={rows} />
      <Text size="sm" c="dimmed" aria-live="polite">
        {notes.join(' · ')}
      </Text>
    </Stack>
  );
}

interface ListedFilesProps {
  readonly files: readonly SumFault[];
  readonly title: string;
  readonly text: string;
}

/** Files that checksum files name and that are not as they should be. */
function ListedFiles({ files, title, text }: ListedFilesProps) {
  if (files.length === 0) return null;
  const lists = [...new Set(files.map(({ from }) => nameInText(from)))].slice(0, LISTED).join(', ');
  return (
    <ProblemCard title={title} blocks={false} text={`Named in ${lists}. ${text}`}>
      <CardFiles label={title} rows={files} idOf={({ path }) => path}>
        {({ path }) => <WrappedPath>{path}</WrappedPath>}
      </CardFiles>
    </ProblemCard>
  );
}

/** What is to be known of the checksum files. */
function checksumNotes({ sums, lists, notRead }: ChosenChecksums): readonly string[] {
  const unread = lists.reduce((sum, list) => sum + list.unread, 0);
  return [
    ...(sums.size > 0 ? [`${counted(sums.size, 'file')} will be compared with checksum files before the upload`] : []),
    ...(unread > 0 ? [`${counted(unread, 'line')} of checksum files not understood`] : []),
    ...(notRead > 0 ? [`${counted(notRead, 'checksum file')} could not be read`] : []),
  ];
}

/** Names the files that are no images, which are left out without a question. */
function NoImages({ rows }: Pick<WorklistProps, 'rows'>) {
  const names = useMemo(() => rows.filter(({ isNoImage }) => isNoImage).map(({ path }) => path), [rows]);
  if (names.length === 0) return null;
  return <NameLine text={noImagesText(names.length)} names={names} count={names.length} />;
}

/** What is to be known of the contents, apart from damaged images, which have a card. Images with a note are uploaded like others. */
function noteTexts({ notRead, notes }: CheckProgress): readonly string[] {
  const counts = new Map<string, number>();
  for (const note of notes) counts.set(note, (counts.get(note) ?? 0) + 1);
  return [
    ...(notRead > 0 ? [`${counted(notRead, 'file')} could not be read`] : []),
    ...[...counts].map(([note, count]) => `${counted(count, 'image')}: ${note}`),
  ];
}
