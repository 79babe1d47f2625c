import { Text } from '@mantine/core';
import { formatMicrometres, MODALITY_ATTRIBUTES, type Dataset } from '@data-manager/domain/metadata/dataset';
import type { MetadataField } from '@data-manager/domain/metadata/metadataDraft';
import { channelCode } from '@data-manager/domain/names/grammar';
import { shownText } from '@data-manager/domain/names/shownName';
import { formatCount } from '@data-manager/lib/formatNumber';
import { useRemoteConfigurationQuery } from '../../api/configuration';
import { attributeLabel, FIELD_LABELS, fieldList } from './fieldLabels';
import classes from './metadata.module.css';
import { modalityList, type RemoteLists } from './modalities';

/** Shows a dataset's metadata and lists the missing fields. */
export function MetadataView({ dataset }: { readonly dataset: Dataset | undefined }) {
  const { data: lists } = useRemoteConfigurationQuery();
  if (dataset === undefined) {
    return (
      <Text size="sm" c="dimmed">
        This folder has no metadata yet. Add its pixel size, sections and channels to see which images are missing.
      </Text>
    );
  }
  const fields = fieldValues(dataset);
  const missing = fields.filter(([, values]) => values.length === 0).map(([field]) => field);
  const rows = [
    ...fields.map(([field, values]) => ({ label: FIELD_LABELS[field], values })),
    ...Object.entries(dataset.attributes).map(([name, value]) => ({
      label: attributeLabel(name),
      values: textValue(modalityName(name, value, lists)),
    })),
  ].filter(({ values }) => values.length > 0);
  return (
    <>
      <dl className={classes.facts}>
        {rows.map(({ label, values }, index) => (
          <div key={index} className={classes.fact}>
            <dt>{shownText(label)}</dt>{' '}
            {values.map((value, at) => (
              <dd key={at}>
                <bdi translate="no">{shownText(value)}</bdi>
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {missing.length > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {`Missing: ${fieldList(missing)}`}
        </Text>
      )}
    </>
  );
}

/** Returns the values of each field in the form's order. The title is omitted because it is the heading of the page. */
function fieldValues(dataset: Dataset): readonly (readonly [MetadataField, readonly string[]])[] {
  const { pixelSize, physicalSpacing, physicalSections } = dataset;
  return [
    ['description', textValue(dataset.description)],
    ['pixelSize', pixelSize === undefined ? [] : [formatMicrometres(pixelSize)]],
    ['physicalSpacing', physicalSpacing === undefined ? [] : [formatMicrometres(physicalSpacing)]],
    ['tissueType', textValue(dataset.tissueType)],
    ['device', textValue(dataset.device)],
    ['physicalSections', physicalSections === undefined ? [] : [formatCount(physicalSections)]],
    ['bitDepth', [`${formatCount(dataset.bitDepth)} bit`]],
    ['channels', dataset.channels.map(({ num, name }) => `${channelCode(num)} ${name}`)],
  ];
}

function textValue(text: string): readonly string[] {
  return text.trim() === '' ? [] : [text.trim()];
}

/** Returns the display name of a modality's key; other attributes are shown unchanged. */
function modalityName(attribute: string, value: string, lists: RemoteLists): string {
  const modality = MODALITY_ATTRIBUTES.find((name) => name === attribute);
  const list = modality && modalityList(lists, modality);
  return list?.ok === true && Object.hasOwn(list.value, value) ? (list.value[value] ?? value) : value;
}
