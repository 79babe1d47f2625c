import { Text, TextInput } from '@mantine/core';
import { listProblem } from '../../api/configuration';
import { failureWords } from '../../domain/failures/failureWords';
import {
  attributeOf,
  MODALITY_ATTRIBUTES,
  withAttribute,
  type DraftAttribute,
} from '../../domain/metadata/metadataDraft';
import { attributeLabel } from '../../domain/metadata/metadataFacts';
import { metadataFieldWords } from '../../domain/metadata/metadataFieldWords';
import { shownText } from '../../domain/names/shownName';
import { ok } from '../../lib/result';
import { ListField } from '../../ui/ListField';
import classes from './metadata.module.css';
import { metadataWords } from './metadataWords';
import { modalityChoices, type RemoteLists } from './modalities';

interface AttributeFieldsProps {
  readonly attributes: readonly DraftAttribute[];
  readonly lists: RemoteLists;
  readonly isLoading: boolean;
  readonly onChange: (attributes: readonly DraftAttribute[]) => void;
}

/**
 * The modalities, the attributes that the server has options for, and those that are there besides. Without the server's
 * options, what is there can be changed as text.
 */
export function AttributeFields({ attributes, lists, isLoading, onChange }: AttributeFieldsProps) {
  const isModality = (name: string) => MODALITY_ATTRIBUTES.some((modality) => modality === name);
  const options = lists?.attributes.ok === true ? Object.entries(lists.attributes.value) : [];
  const listed = options.filter(([name]) => !isModality(name));
  const free = attributes.filter(({ name }) => !isModality(name) && listed.every(([other]) => other !== name));
  const problem = listProblem(lists?.attributes);
  const fieldOf = (name: string) => ({
    label: shownText(attributeLabel(name)),
    value: attributeOf({ attributes }, name),
  });
  const change = (name: string, value: string) => onChange(withAttribute(attributes, name, value));
  return (
    <fieldset className={classes.group}>
      <legend>{metadataFieldWords.labels.attributes}</legend>
      <div className={classes.fields}>
        {MODALITY_ATTRIBUTES.map((name) => (
          <ListField
            key={name}
            {...fieldOf(name)}
            what={metadataWords.modalities(name.replace('_modality', ''))}
            list={modalityChoices(lists, name)}
            isLoading={isLoading}
            onChange={(value) => change(name, value)}
          />
        ))}
        {listed.map(([name, choices]) => (
          <ListField
            key={name}
            {...fieldOf(name)}
            what={shownText(attributeLabel(name).toLowerCase())}
            list={ok(choices)}
            isLoading={isLoading}
            onChange={(value) => change(name, value)}
          />
        ))}
        {free.map(({ name }) => (
          <TextInput
            key={name}
            {...fieldOf(name)}
            autoComplete="off"
            onChange={(event) => change(name, event.currentTarget.value)}
          />
        ))}
      </div>
      {!isLoading && problem !== undefined && (
        <Text size="xs" c="dimmed" mt="xs">
          {failureWords.noList[problem](metadataWords.attributes)}
        </Text>
      )}
    </fieldset>
  );
}
