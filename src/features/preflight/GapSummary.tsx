import { List, Text } from '@mantine/core';
import { gapWords, type FolderGaps } from '../../domain/choiceSummary';
import { counted } from '../../domain/metadata';

/** Folders told one by one before the rest is only counted. */
const FOLDERS_TOLD = 3;

/** Which sections and channels the choice lacks. Nothing is refused for it: the rest may come another day. */
export function GapSummary({ gaps }: { readonly gaps: readonly FolderGaps[] }) {
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
