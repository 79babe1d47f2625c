import { Button } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { leftOutText, reasonText } from '@data-manager/domain/uploads/uploadResult';
import { counted } from '@data-manager/lib/plural';
import { tabChosen } from '../../../transfers/panel/panelSlice';
import { WrappedPath } from '../../../ui/Name';
import { ProblemCard } from '../../../widgets/ProblemCard';
import { CardFiles } from '../cards/Card';
import type { UploadResultState } from './useUploadResult';

/** The chosen files that are not uploaded: one card for each reason. */
export function ResultCards({ result: { upload, counts } }: { readonly result: UploadResultState }) {
  const dispatch = useDispatch();
  const { failed, dropped } = counts;
  const leftOut = upload.leftOut.length + upload.unread;
  return (
    <>
      {failed > 0 && (
        <ProblemCard
          title={`${counted(failed, 'file')} failed`}
          blocks
          text="The list of uploads at the bottom of the page says why. Retry them there."
          actions={
            <Button variant="filled" size="compact-xs" onClick={() => dispatch(tabChosen({ tab: 'uploads' }))}>
              Show uploads
            </Button>
          }
        />
      )}
      {dropped > 0 && (
        <ProblemCard
          title={`${counted(dropped, 'file')} not uploaded`}
          blocks={false}
          text="Cancelled or left out after the upload had begun, or changed on the disk."
        />
      )}
      {leftOut > 0 && (
        <ProblemCard title={`${counted(leftOut, 'file')} left out`} blocks={false} isSolved text={leftOutText(upload)}>
          {upload.leftOut.length > 0 && (
            <CardFiles label="Files left out" rows={upload.leftOut} idOf={({ name, reason }) => `${reason} ${name}`}>
              {({ name, reason }) => (
                <>
                  <WrappedPath>{name}</WrappedPath>
                  <span>{reasonText(reason)}</span>
                </>
              )}
            </CardFiles>
          )}
        </ProblemCard>
      )}
    </>
  );
}
