import type { DatasetState } from '@data-manager/domain/completeness/datasetState';
import type { RenderUpload } from '../features/files/renderUpload';
import { UploadButton } from './uploadLinks';

/** Returns how upload buttons are rendered: one that is the next step is beside the sentence about the state instead. */
export function useOfferedUpload(uploadPath: string, state: DatasetState | undefined): RenderUpload {
  const isNextStep = state?.next.kind === 'upload';
  return ({ label }) =>
    label === undefined && isNextStep ? null : (
      <UploadButton to={uploadPath} isPrimary={false} {...(label !== undefined && { label })} />
    );
}
