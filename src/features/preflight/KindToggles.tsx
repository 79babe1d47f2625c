import { Group } from '@mantine/core';
import { ToggleButton } from '../../ui/ToggleButton';
import { preflightWords } from './preflightWords';
import { ROW_KIND_LIST, type RowKind } from './rowKinds';

interface KindTogglesProps {
  readonly counts: ReadonlyMap<RowKind, number>;
  /** The kind that the table is narrowed to. */
  readonly shown: RowKind | undefined;
  readonly onShow: (kind: RowKind | undefined) => void;
}

/** How many rows are of each kind. Each count narrows the table to its rows, and once more brings all of them back. */
export function KindToggles({ counts, shown, onShow }: KindTogglesProps) {
  const present = ROW_KIND_LIST.filter((kind) => (counts.get(kind) ?? 0) > 0);
  if (present.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label={preflightWords.showOnly}>
      {present.map((kind) => (
        <ToggleButton key={kind} pressed={kind === shown} onClick={() => onShow(kind === shown ? undefined : kind)}>
          {preflightWords.kinds[kind].inCount(counts.get(kind) ?? 0)}
        </ToggleButton>
      ))}
    </Group>
  );
}
