import { useDispatch } from 'react-redux';
import type { Receipt } from '@data-manager/domain/transfers/receipts';
import { counted } from '@data-manager/lib/plural';
import { clearReceiptsRequested } from '../../transfers/history/historySlice';
import { ConfirmDialog } from '../../ui/FormDialog';
import { lazyPopup } from '../../ui/lazyWithRetry';

const DeleteFilesDialog = lazyPopup(() =>
  import('../../widgets/DeleteFilesDialog').then((module) => module.DeleteFilesDialog),
);

/** What to confirm: that receipts are deleted, by their keys, or the uploaded files of receipts. */
export type Question =
  | { readonly kind: 'clear'; readonly keys: readonly string[] }
  | { readonly kind: 'deleteFiles'; readonly receipts: readonly Receipt[] };

interface QuestionDialogProps {
  readonly question: Question | undefined;
  readonly onClose: () => void;
}

/** Asks for confirmation, and then deletes receipts or uploaded files. */
export function QuestionDialog({ question, onClose }: QuestionDialogProps) {
  const dispatch = useDispatch();
  const keys = question?.kind === 'clear' ? question.keys : [];
  return (
    <>
      {question?.kind === 'deleteFiles' && (
        <DeleteFilesDialog files={filesOf(question.receipts)} onDeleted={onClose} onClose={onClose} />
      )}
      <ConfirmDialog
        title="Clear the receipts?"
        confirmLabel="Clear"
        opened={question?.kind === 'clear'}
        onClose={onClose}
        onConfirm={() => dispatch(clearReceiptsRequested({ keys }))}
      >
        {`This removes your ${counted(keys.length, 'receipt')} from this browser, and can’t be undone. Files on the server and in folders are not affected. Save the receipts first if you need them.`}
      </ConfirmDialog>
    </>
  );
}

/** Returns each uploaded file once, with the size of its latest upload. */
function filesOf(receipts: readonly Receipt[]) {
  const latest = [...receipts].sort((left, right) => left.endedAt - right.endedAt);
  return [...new Map(latest.map(({ key, size }) => [key, { key, size }])).values()];
}
