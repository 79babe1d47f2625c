import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { shownName } from '@data-manager/domain/names/shownName';
import { formatCount } from '@data-manager/lib/formatNumber';

/** The number of files that a card lists; the table has all of them. */
export const LISTED = 8;
/** The number of files that a card lists if each of them has buttons. */
const LISTED_AT_LENGTH = 100;

interface CardFilesProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly isLong?: boolean;
  readonly idOf: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
}

/** The first files of a card. */
export function CardFiles<Row>({ label, rows, isLong = false, idOf, children }: CardFilesProps<Row>) {
  const listed = isLong ? LISTED_AT_LENGTH : LISTED;
  const more = rows.length - listed;
  return (
    <Text component="ul" size="xs" style={{ listStyle: 'none' }} aria-label={label}>
      {rows.slice(0, listed).map((row) => (
        <Group key={idOf(row)} component="li" gap="0.125rem 0.5rem" py={2}>
          {children(row)}
        </Group>
      ))}
      {more > 0 && <Text component="li" size="xs" c="dimmed" py={2}>{`and ${formatCount(more)} more`}</Text>}
    </Text>
  );
}

interface NameLineProps {
  readonly text: string;
  /** The names of the first files. */
  readonly names: readonly string[];
  /** The number of all files. */
  readonly count: number;
}

/** Names the first files in one line: `2 files …: a.txt, b.txt`. */
export function NameLine({ text, names, count }: NameLineProps) {
  const listed = names.slice(0, LISTED);
  return (
    <Text size="sm">
      <span>{`${text}: `}</span>
      <span translate="no">{listed.map(shownName).join(', ')}</span>
      {count > listed.length && <span>{` and ${formatCount(count - listed.length)} more`}</span>}
    </Text>
  );
}
