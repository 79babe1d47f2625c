import type { Dataset } from '../../domain/metadata/dataset';
import { CompletenessOutline } from '../../ui/CompletenessMap';
import { CompletenessSection } from './CompletenessSection';

/** Keeps the place of a dataset's completeness until all its files are listed; none where nobody knows what to expect. */
export function ComingCompleteness({ dataset }: { readonly dataset: Dataset }) {
  const { physicalSections, channels } = dataset;
  if (physicalSections === undefined || channels.length === 0) return null;
  return (
    <CompletenessSection>
      <CompletenessOutline lanes={channels.length} />
    </CompletenessSection>
  );
}
