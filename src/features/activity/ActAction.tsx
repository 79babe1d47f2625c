import { Button, Text } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useDispatch, useSelector } from 'react-redux';
import { placeOfFile, restorableOf, type KeptAct } from '@data-manager/domain/transfers/acts';
import { withoutSponsor } from '@data-manager/domain/transfers/actText';
import { useListDeletedQuery, type DeletedItem } from '../../api/activity';
import { useFeature } from '../../api/configuration';
import { saveAgainRequested, selectOwnSaved } from '../../transfers/history/historySlice';
import { RestoreAllButton, RestoreItemButton } from './restoreButtons';

interface ActActionProps {
  readonly act: KeptAct;
  readonly tabIndex: 0 | -1;
}

/** What can be done about an act: restoring what it deleted, or saving its archive again. */
export function ActAction({ act, tabIndex }: ActActionProps) {
  if (act.archive !== undefined) return <SaveAgain id={act.archive.id} tabIndex={tabIndex} />;
  return act.action === 'delete' && <RestoreAct act={act} tabIndex={tabIndex} />;
}

const NOTHING: readonly DeletedItem[] = [];

function RestoreAct({ act, tabIndex }: ActActionProps) {
  const canList = useFeature('deleted.list');
  const { data = NOTHING } = useListDeletedQuery(canList ? undefined : skipToken);
  const items = restorableOf(act, data);
  const [first] = items;
  if (first === undefined) return null;
  if (items.length === 1) return <RestoreItemButton item={first} tabIndex={tabIndex} />;
  return <RestoreAllButton files={items} name={withoutSponsor(placeOfFile(act.name))} tabIndex={tabIndex} />;
}

/** Saves an archive again while the server has it. */
function SaveAgain({ id, tabIndex }: Pick<ActActionProps, 'tabIndex'> & { readonly id: string }) {
  const dispatch = useDispatch();
  const status = useSelector(selectOwnSaved).find((archive) => archive.id === id)?.status;
  if (status === 'expired') {
    return (
      <Text component="span" size="xs" c="dimmed">
        Link expired
      </Text>
    );
  }
  return (
    <Button
      size="compact-xs"
      loading={status === 'renewing'}
      tabIndex={tabIndex}
      onClick={() => dispatch(saveAgainRequested({ id }))}
    >
      Save again
    </Button>
  );
}
