import { Text } from '@mantine/core';
import { useRemoteConfigurationQuery } from '../../api/configuration';
import type { Dataset } from '../../domain/metadata/dataset';
import { metadataFacts } from '../../domain/metadata/metadataFacts';
import { shownText } from '../../domain/names/shownName';
import classes from './metadata.module.css';
import { metadataWords } from './metadataWords';
import { modalityNames } from './modalities';

/** What is known of a dataset, in words; then what is not. */
export function MetadataView({ dataset }: { readonly dataset: Dataset | undefined }) {
  const { data: lists } = useRemoteConfigurationQuery();
  if (dataset === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {metadataWords.nobodyDescribed}
      </Text>
    );
  }
  const { known, unknown } = metadataFacts(dataset, modalityNames(lists));
  return (
    <>
      <dl className={classes.facts}>
        {known.map(({ label, values }, index) => (
          <div key={index} className={classes.fact}>
            <dt>{shownText(label)}</dt>{' '}
            {values.map((value, at) => (
              <dd key={at}>
                <bdi>{shownText(value)}</bdi>
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {unknown.length > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {metadataWords.notKnownYet(unknown)}
        </Text>
      )}
    </>
  );
}
