import { Tabs } from '@mantine/core';
import { COMPARISON_GROUPS, type ComparedFile, type ComparisonGroup } from '@data-manager/domain/compare/comparedFiles';
import type { ComparisonResult } from '@data-manager/domain/compare/comparisonResult';
import { ComparedTable } from './ComparedTable';

const LABELS: Readonly<Record<ComparisonGroup, string>> = {
  identical: 'Identical',
  different: 'Different',
  onlyLocal: 'Only in the folder',
  onlyServer: 'Only on the server',
  notComparable: 'Not comparable',
};

const EMPTY_TITLES: Readonly<Record<ComparisonGroup, string>> = {
  identical: 'No identical files',
  different: 'No different files',
  onlyLocal: 'No files that are only in the folder',
  onlyServer: 'No files that are only on the server',
  notComparable: 'All contents could be compared',
};

interface GroupTabsProps {
  readonly path: string;
  readonly result: ComparisonResult;
  readonly tab: ComparisonGroup;
  readonly onTab: (tab: ComparisonGroup) => void;
  /** The file that was chosen on the map. */
  readonly revealed: ComparedFile | undefined;
}

/** The groups of compared files. */
export function GroupTabs({ path, result, tab, onTab, revealed }: GroupTabsProps) {
  const { groups } = result;
  const isGrowing = result.phase === 'hashing';
  const change = (value: string | null) => {
    const group = COMPARISON_GROUPS.find((one) => one === value);
    if (group !== undefined) onTab(group);
  };
  return (
    <Tabs value={tab} onChange={change} keepMounted={false}>
      <Tabs.List>
        {COMPARISON_GROUPS.map((group) => (
          <Tabs.Tab key={group} value={group}>
            {`${LABELS[group]} (${groups[group].rows.length})`}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {COMPARISON_GROUPS.map((group) => (
        <Tabs.Panel key={group} value={group}>
          <ComparedTable
            label={LABELS[group]}
            path={path}
            group={groups[group]}
            hasPictures={group === 'different'}
            revealedKey={revealed?.key}
            isGrowing={isGrowing}
            emptyTitle={isGrowing ? 'Nothing so far' : EMPTY_TITLES[group]}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
