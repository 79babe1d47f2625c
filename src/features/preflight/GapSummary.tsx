import { List, Text } from '@mantine/core';
import { useMemo } from 'react';
import { findGaps, gapWords } from '../../domain/choiceSummary';
import { counted } from '../../domain/metadata';
import { placedImages, type KeyedRow } from './choice';

/** Folders told one by one before the rest is only counted. */
const FOLDERS_TOLD = 3;

/** Which sections and channels the choice lacks. Nothing is refused for it: the rest may come another day. */
export function GapSummary({ rows }: { readonly rows: readonly KeyedRow[] }) {
  const gaps = useMemo(() => findGaps(placedImages(rows)), [rows]);
  if (gaps.length === 0) return null;
  return (
    <List size="xs" aria-label="Gaps in the choice" listStyleType="none">
      {gaps.slice(0, FOLDERS_TOLD).map((folder) => (
        <List.Item key={folder.folder}>
          <Text span inherit c="dimmed">
            {folder.folder}:
          </Text>{' '}
          {gapWords(folder)}
        </List.Item>
      ))}
      {gaps.length > FOLDERS_TOLD && (
        <List.Item>{`${counted(gaps.length - FOLDERS_TOLD, 'more folder')} with gaps`}</List.Item>
      )}
    </List>
  );
}
