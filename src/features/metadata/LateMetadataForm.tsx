import { Box } from '@mantine/core';
import { failureWords } from '../../domain/failures/failureWords';
import { ErrorState } from '../../ui/ErrorState';
import { createLatePart } from '../../ui/latePart';
import { SkeletonRows } from '../../ui/SkeletonRows';
import type { MetadataFormProps } from './MetadataForm';
import { metadataWords } from './metadataWords';

const useMetadataForm = createLatePart(() =>
  import(/* webpackPrefetch: true */ './MetadataForm').then((module) => module.MetadataForm),
);

/** The form, whose code comes when it is first opened. Where it does not come, the page around it stays as it is. */
export function LateMetadataForm(props: MetadataFormProps) {
  const { Part, failure, tryAgain } = useMetadataForm();
  if (failure !== undefined) {
    return <ErrorState title={metadataWords.formNotLoaded} reason={failureWords.partMissing} onRetry={tryAgain} />;
  }
  // As long as the window is high, as the form is: what stands below it in a narrow one stays out of sight.
  return Part === undefined ? (
    <Box mih="100dvh">
      <SkeletonRows />
    </Box>
  ) : (
    <Part {...props} />
  );
}
