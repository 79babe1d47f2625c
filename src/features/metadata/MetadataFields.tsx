import { Text, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { noListText } from '@data-manager/domain/failures/failureText';
import { MODALITY_ATTRIBUTES } from '@data-manager/domain/metadata/dataset';
import {
  attributeOf,
  withAttribute,
  type DraftAttribute,
  type MetadataDraft,
} from '@data-manager/domain/metadata/metadataDraft';
import { shownText } from '@data-manager/domain/names/shownName';
import { ok } from '@data-manager/lib/result';
import { listProblem, useRemoteConfigurationQuery } from '../../api/configuration';
import { Sentence } from '../../platform/Sentence';
import { ListField } from '../../widgets/ListField';
import { ChannelFields } from './ChannelFields';
import { attributeLabel, FIELD_LABELS } from './fieldLabels';
import classes from './metadata.module.css';
import { modalityChoices, type RemoteLists } from './modalities';
import type { RenameText } from './useRenameText';

interface MetadataFieldsProps {
  readonly form: UseFormReturnType<MetadataDraft>;
  readonly sponsorId: string;
  /** True if the title is fixed because the folder already exists. */
  readonly keepsTitle: boolean;
  /** Describes the effects of a new title. */
  readonly renameText: RenameText;
}

/** Puts descriptions below the inputs, so that the inputs of a row are aligned. */
const DESCRIPTION_BELOW: NonNullable<TextInputProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error'];

const NUMBER_FIELDS = [
  { field: 'pixelSize', inputMode: 'decimal', description: 'µm per pixel' },
  { field: 'physicalSpacing', inputMode: 'decimal', description: 'µm between sections' },
  { field: 'physicalSections', inputMode: 'numeric', description: 'Total sections of the sample' },
  { field: 'bitDepth', inputMode: 'numeric', description: 'Bits per pixel' },
] as const;

/** The fields of the metadata form. */
export function MetadataFields({ form, sponsorId, keepsTitle, renameText }: MetadataFieldsProps) {
  const { data: lists, isFetching: isLoading } = useRemoteConfigurationQuery();
  const { values, errors, setFieldValue, setErrors } = form;
  const renaming = keepsTitle ? undefined : renameText(values.dataset);
  return (
    <>
      <TextInput
        label={FIELD_LABELS.dataset}
        autoComplete="off"
        readOnly={keepsTitle}
        description={
          keepsTitle ? (
            'The title, which is the name of the folder'
          ) : (
            <span role="status" className={classes.rename} data-renames={renaming !== undefined || undefined}>
              <Sentence>{renaming ?? 'The title. Renaming moves the files'}</Sentence>
            </span>
          )
        }
        inputWrapperOrder={DESCRIPTION_BELOW}
        {...form.getInputProps('dataset')}
      />
      <Textarea
        label={FIELD_LABELS.description}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('description')}
      />
      <div className={classes.fields}>
        <TextInput
          label={FIELD_LABELS.sid}
          value={sponsorId}
          readOnly
          description="The sponsor of the project"
          inputWrapperOrder={DESCRIPTION_BELOW}
        />
        {NUMBER_FIELDS.map(({ field, inputMode, description }) => (
          <TextInput
            key={field}
            label={FIELD_LABELS[field]}
            inputMode={inputMode}
            autoComplete="off"
            description={description}
            inputWrapperOrder={DESCRIPTION_BELOW}
            {...form.getInputProps(field)}
          />
        ))}
        <ListField
          label={FIELD_LABELS.tissueType}
          what="tissue types"
          list={lists?.tissueTypes}
          isLoading={isLoading}
          value={values.tissueType}
          onChange={(value) => setFieldValue('tissueType', value)}
        />
        <ListField
          label={FIELD_LABELS.device}
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

interface AttributeFieldsProps {
  readonly attributes: readonly DraftAttribute[];
  readonly lists: RemoteLists;
  readonly isLoading: boolean;
  readonly onChange: (attributes: readonly DraftAttribute[]) => void;
}

/** The modalities, the attributes with a list of options, and text fields for all other attributes of the dataset. */
function AttributeFields({ attributes, lists, isLoading, onChange }: AttributeFieldsProps) {
  const isModality = (name: string) => MODALITY_ATTRIBUTES.some((modality) => modality === name);
  const options = lists?.attributes.ok === true ? Object.entries(lists.attributes.value) : [];
  const listed = options.filter(([name]) => !isModality(name));
  const others = attributes.filter(({ name }) => !isModality(name) && listed.every(([other]) => other !== name));
  const problem = listProblem(lists?.attributes);
  const fieldProps = (name: string) => ({
    label: shownText(attributeLabel(name)),
    value: attributeOf({ attributes }, name),
  });
  const change = (name: string, value: string) => onChange(withAttribute(attributes, name, value));
  return (
    <fieldset className={classes.group}>
      <legend>{FIELD_LABELS.attributes}</legend>
      <div className={classes.fields}>
        {MODALITY_ATTRIBUTES.map((name) => (
          <ListField
            key={name}
            {...fieldProps(name)}
            what={`${name.replace('_modality', '')} modalities`}
            list={modalityChoices(lists, name)}
            isLoading={isLoading}
            onChange={(value) => change(name, value)}
          />
        ))}
        {listed.map(([name, choices]) => (
          <ListField
            key={name}
            {...fieldProps(name)}
            what={shownText(attributeLabel(name).toLowerCase())}
            list={ok(choices)}
            isLoading={isLoading}
            onChange={(value) => change(name, value)}
          />
        ))}
        {others.map(({ name }) => (
          <TextInput
            key={name}
            {...fieldProps(name)}
            autoComplete="off"
            onChange={(event) => change(name, event.currentTarget.value)}
          />
        ))}
      </div>
      {!isLoading && problem !== undefined && (
        <Text size="xs" c="dimmed" mt="xs">
          {noListText(problem, 'attributes')}
        </Text>
      )}
    </fieldset>
  );
}
