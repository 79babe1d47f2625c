import { Button } from '@mantine/core';
import { createContext, use } from 'react';
import { shownName } from '@data-manager/domain/names/shownName';
import { formatCount } from '@data-manager/lib/formatNumber';
import type { DeletedItem } from '../../api/activity';
import { useRestoreFiles } from '../../widgets/useRestoreFiles';
import type { useSealQuestion } from '../../widgets/useSealQuestion';
import { useRestoreItem } from './useRestoreItem';

/** Asks before a seal is broken. The question is above the dialog, which must not close with it. */
export const AskSealContext = createContext<ReturnType<typeof useSealQuestion>['ask']>((_paths, change) => change());

interface RestoreItemButtonProps {
  readonly item: DeletedItem;
  readonly tabIndex: 0 | -1;
}

/** Restores a deleted item. */
export function RestoreItemButton({ item, tabIndex }: RestoreItemButtonProps) {
  const { isRestoring, restore } = useRestoreItem(item);
  const ask = use(AskSealContext);
  return (
    <Button
      size="compact-xs"
      tabIndex={tabIndex}
      loading={isRestoring}
      aria-label={`Restore ${shownName(item.name)}`}
      // The path of a file is its id.
      onClick={() => ask(item.kind === 'file' ? [item.id] : [], () => void restore())}
    >
      Restore
    </Button>
  );
}

interface RestoreAllButtonProps {
  readonly files: readonly Pick<DeletedItem, 'id' | 'act'>[];
  /** Of what they are. */
  readonly name: string;
  readonly tabIndex: 0 | -1;
}

/** Restores the files of an act. Each request of a deletion is an act of the server. */
export function RestoreAllButton({ files, name, tabIndex }: RestoreAllButtonProps) {
  const restoreFiles = useRestoreFiles();
  const ask = use(AskSealContext);
  const label = `Restore all (${formatCount(files.length)})`;
  const restore = async () => {
    for (const own of new Set(files.map(({ act }) => act))) {
      const keys = files.filter(({ act }) => act === own).map(({ id }) => id);
      await restoreFiles(keys, own);
    }
  };
  return (
    <Button
      size="compact-xs"
      tabIndex={tabIndex}
      aria-label={`${label}: ${shownName(name)}`}
      onClick={() =>
        ask(
          files.map(({ id }) => id),
          () => void restore(),
        )
      }
    >
      {label}
    </Button>
  );
}
