import { Button, List, Text } from '@mantine/core';
import { useState } from 'react';
import { nameInText } from '@data-manager/domain/names/shownName';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted } from '@data-manager/lib/plural';
import { Sentence } from '../platform/Sentence';
import { FormDialog } from '../ui/FormDialog';
import { PathName } from '../ui/Name';

/** Further names are not shown: the dialog has their number. */
const MAX_NAMES = 5;

interface Question {
  readonly folderName: string;
  readonly paths: readonly string[];
  readonly answer: (decision: 'replace' | 'keep' | undefined) => void;
}

/** Asks whether files in a folder may be replaced. */
export function useReplaceQuestion() {
  const [question, setQuestion] = useState<Question>();
  return {
    /** Resolves with undefined if the user cancels. */
    ask: (folderName: string, paths: readonly string[]) =>
      new Promise<'replace' | 'keep' | undefined>((resolve) => {
        const answer: Question['answer'] = (decision) => {
          setQuestion(undefined);
          resolve(decision);
        };
        setQuestion({ folderName, paths, answer });
      }),
    dialog: question && <ReplaceDialog {...question} />,
  };
}

function ReplaceDialog({ folderName, paths, answer }: Question) {
  const more = paths.length - MAX_NAMES;
  return (
    <FormDialog
      title="Replace files"
      onClose={() => answer(undefined)}
      submitLabel="Keep both"
      otherButton={<Button onClick={() => answer('replace')}>Replace</Button>}
      onSubmit={() => answer('keep')}
    >
      <div>
        <Text size="sm">
          <Sentence>{`${nameInText(folderName)} has ${counted(paths.length, 'file')} of the same name with other content:`}</Sentence>
        </Text>
        <List size="sm" mt={4}>
          {paths.slice(0, MAX_NAMES).map((path) => (
            <List.Item key={path}>
              <PathName>{path}</PathName>
            </List.Item>
          ))}
        </List>
        {more > 0 && <Text size="sm">{`and ${formatCount(more)} more`}</Text>}
      </div>
      <Text size="sm" c="dimmed">
        If you keep both, the files from the server get a number, such as “a (2).tif”.
      </Text>
    </FormDialog>
  );
}
