import { Textarea, TextInput, type TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useRemoteConfigurationQuery } from '../../api/configuration';
import type { MetadataDraft } from '../../domain/metadata/metadataDraft';
import { metadataFieldWords } from '../../domain/metadata/metadataFieldWords';
import { ListField } from '../../ui/ListField';
import { AttributeFields } from './AttributeFields';
import { ChannelFields } from './ChannelFields';
import classes from './metadata.module.css';
import { metadataWords } from './metadataWords';

interface MetadataFieldsProps {
  readonly form: UseFormReturnType<MetadataDraft>;
  readonly sponsorId: string;
  /** A folder that becomes a dataset keeps its name. */
  readonly keepsTitle: boolean;
}

/** Fields in a row stand on one line, whether there is more to say about them or not. */
const BELOW: NonNullable<TextInputProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error'];

/** In the order of the form. */
const NUMBER_FIELDS = [
  { field: 'pixelSize', inputMode: 'decimal', about: metadataWords.aboutPixelSize },
  { field: 'physicalSpacing', inputMode: 'decimal', about: metadataWords.aboutSpacing },
  { field: 'physicalSections', inputMode: 'numeric', about: metadataWords.aboutSections },
  { field: 'bitDepth', inputMode: 'numeric', about: metadataWords.aboutBitDepth },
] as const;

/** The fields of the metadata form. */
export function MetadataFields({ form, sponsorId, keepsTitle }: MetadataFieldsProps) {
  const { data: lists, isFetching: isLoading } = useRemoteConfigurationQuery();
  const { values, errors, setFieldValue, setErrors } = form;
  return (
    <>
      <TextInput
        label={metadataFieldWords.labels.dataset}
        autoComplete="off"
        readOnly={keepsTitle}
        description={keepsTitle ? metadataWords.folderName : metadataWords.filesMove}
        inputWrapperOrder={BELOW}
        {...form.getInputProps('dataset')}
      />
      <Textarea
        label={metadataFieldWords.labels.description}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('description')}
      />
      <div className={classes.fields}>
        <TextInput
          label={metadataFieldWords.sponsorId}
          value={sponsorId}
          readOnly
          description={metadataWords.projectSponsor}
          inputWrapperOrder={BELOW}
        />
        {NUMBER_FIELDS.map(({ field, inputMode, about }) => (
          <TextInput
            key={field}
            label={metadataFieldWords.labels[field]}
            inputMode={inputMode}
            autoComplete="off"
            description={about}
            inputWrapperOrder={BELOW}
            {...form.getInputProps(field)}
          />
        ))}
        <ListField
          label={metadataFieldWords.labels.tissueType}
          what="tissue types"
          list={lists?.tissueTypes}
          isLoading={isLoading}
          value={values.tissueType}
          onChange={(value) => setFieldValue('tissueType', value)}
        />
        <ListField
          label={metadataFieldWords.labels.device}
          what="devices"
          list={lists?.devices}
          isLoading={isLoading}
          value={values.device}
          onChange={(value) => setFieldValue('device', value.toUpperCase())}
        />
      </div>
      <ChannelFields
        channels={values.channels}
        errors={errors}
        onChange={(channels) => {
          setFieldValue('channels', channels);
          setErrors((all) => Object.fromEntries(Object.entries(all).filter(([path]) => !path.startsWith('channels.'))));
        }}
      />
      <AttributeFields
        attributes={values.attributes}
        lists={lists}
        isLoading={isLoading}
        onChange={(attributes) => setFieldValue('attributes', attributes)}
      />
    </>
  );
}
