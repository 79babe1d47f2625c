import { Group, Text } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { itemName, searchItems, type ListingItem } from '../../domain/fileListing';
import { counted } from '../../domain/metadata';
import { formatBytes } from '../../lib/formatBytes';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import type { GridSelection } from '../../ui/gridColumn';
import { SearchField } from '../../ui/SearchField';
import { fileColumns, foldersFirst, type RenderThumbnail } from './fileColumns';
import classes from './files.module.css';
import { itemId, selectedItems } from './fileSelection';

interface FileTableProps {
  readonly label: string;
  readonly items: readonly ListingItem[];
  readonly selection: GridSelection;
  readonly onSelectionChange: (selection: GridSelection) => void;
  /** Stable between renders, like `toFolder`: they are part of the columns. */
  readonly renderThumbnail: RenderThumbnail;
  readonly toFolder: (path: string) => string;
  /** Shown where the folder has nothing in it. */
  readonly empty: ReactNode;
}

/** One folder's files and folders: searchable, sortable, selectable. What is chosen stays so while one searches. */
export function FileTable(props: FileTableProps) {
  const { label, items, selection, onSelectionChange, renderThumbnail, toFolder, empty } = props;
  const [search, setSearch] = useState('');
  const shown = useMemo(() => searchItems(items, search), [items, search]);
  const columns = useMemo(() => fileColumns(renderThumbnail, toFolder), [renderThumbnail, toFolder]);
  return (
    <div>
      <Group gap="sm" mb="xs">
        <SearchField value={search} onChange={setSearch} />
        <Text size="xs" c="dimmed">
          {shown.length.toLocaleString('en')} of {items.length.toLocaleString('en')}
        </Text>
        <Text size="xs" className={classes.count} role="status">
          {selectionWords(selectedItems(items, selection))}
        </Text>
      </Group>
      <DataGrid
        label={label}
        columns={columns}
        rows={shown}
        rowId={itemId}
        rowName={itemName}
        groupOf={foldersFirst}
        selection={selection}
        onSelectionChange={onSelectionChange}
        rowHeight={44}
        empty={items.length === 0 ? empty : <EmptyState title="Nothing here matches the search" />}
      />
    </div>
  );
}

function selectionWords(selected: readonly ListingItem[]): string {
  if (selected.length === 0) return '';
  const size = selected.reduce((sum, item) => sum + item.size, 0);
  return `${counted(selected.length, 'item')} selected, ${formatBytes(size)}`;
}
