import { useState } from 'react';
import { breaksSealText } from '@data-manager/domain/jobs/sealTexts';
import { useFeature } from '../api/configuration';
import { useFetchSeal } from '../api/seals';
import { ConfirmDialog } from '../ui/FormDialog';

/** Asks before a change that breaks the seal of a dataset. */
export function useSealQuestion() {
  const isOffered = useFeature('seal');
  const fetchSeal = useFetchSeal();
  const [question, setQuestion] = useState<{ readonly change: () => void; readonly sealedAt: string }>();
  const askOffered = async (paths: readonly string[], change: () => void) => {
    const seal = await fetchSeal(paths);
    if (seal === undefined) change();
    else setQuestion({ change, sealedAt: seal.sealedAt });
  };
  return {
    /** Makes a change of these paths at once if no dataset of them is sealed, or when the user confirms. */
    ask: (paths: readonly string[], change: () => void) => (isOffered ? void askOffered(paths, change) : change()),
    dialog: question !== undefined && (
      <ConfirmDialog
        title="Break the seal?"
        confirmLabel="Continue"
        opened
        onConfirm={question.change}
        onClose={() => setQuestion(undefined)}
        detail="The earlier seal is kept, but no longer matches. You can seal the dataset again."
      >
        {breaksSealText(question.sealedAt)}
      </ConfirmDialog>
    ),
  };
}
