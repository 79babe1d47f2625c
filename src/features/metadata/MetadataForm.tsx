import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type SubmitEvent } from 'react';
import type { Failure } from '../../domain/failures/failure';
import { emptyMetadata, type Dataset } from '../../domain/metadata/dataset';
import type { MetadataDraft } from '../../domain/metadata/metadataDraft';
import { firstError } from '../../domain/metadata/metadataForm';
import type { Project } from '../../domain/metadata/project';
import { shownText } from '../../domain/names/shownName';
import { buildPath } from '../../domain/navigation/routePath';
import { FormNotices, type NotSaved } from './FormNotices';
import { LeaveDialog } from './LeaveDialog';
import classes from './metadata.module.css';
import { MetadataFields } from './MetadataFields';
import { metadataWords } from './metadataWords';
import { useFocusWish } from './useFocusWish';
import { useImport, type RenderImport } from './useImport';
import { useLeaveGuard } from './useLeaveGuard';
import { useMetadataDraft } from './useMetadataDraft';
import { useSaveMetadata } from './useSaveMetadata';

export interface MetadataFormProps {
  readonly project: Project;
  readonly title: string;
  readonly dataset: Dataset | undefined;
  /** Whether the person has just opened it. */
  readonly takesFocus: boolean;
  /** @param path of the dataset, if it has another title now */
  readonly onClose: (path?: string) => void;
  readonly renderImport: RenderImport | undefined;
}

/** The metadata of a dataset, or of a folder that becomes one, to be changed and saved. */
export function MetadataForm({ project, title, dataset, takesFocus, onClose, renderImport }: MetadataFormProps) {
  const { sponsorId, projectHash } = project;
  const isNew = dataset === undefined;
  const record = useMemo(() => dataset ?? { ...emptyMetadata(sponsorId), dataset: title }, [dataset, sponsorId, title]);
  const { save, isSaving, toldAtMs, validate, read } = useSaveMetadata({ project, title, dataset });
  const draft = useMetadataDraft({ record, toldAtMs, subject: `metadata/${projectHash}/${title}` }, validate);
  const { form, opened, isDirty } = draft;
  const guard = useLeaveGuard(isDirty);
  const imports = useImport(form, isNew);
  const [notSaved, setNotSaved] = useState<NotSaved>();
  const element = useRef<HTMLFormElement>(null);
  const wishFocus = useFocusWish(element);

  useEffect(() => {
    if (takesFocus) wishFocus(isNew ? 'description' : 'dataset');
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it appears
  }, []);

  const close = (path?: string) => {
    draft.forget();
    guard.allowLeaving();
    onClose(path);
  };
  const leave = () => {
    draft.forget();
    guard.leave();
  };
  const send = async (values: MetadataDraft) => {
    setNotSaved(undefined);
    const outcome = await save({ opened, draft: values, onSending: draft.hold });
    switch (outcome.kind) {
      case 'saved':
        close(
          outcome.title === title
            ? undefined
            : buildPath({ sponsorId, project: project.title, dataset: outcome.title }),
        );
        break;
      case 'invalid':
        form.setErrors(outcome.errors);
        wishFocus(firstError(outcome.errors));
        break;
      case 'refused': {
        const message = titleRefusal(outcome.failure);
        setNotSaved({ failure: outcome.failure, wasSent: true });
        if (message !== undefined) form.setFieldError('dataset', shownText(message));
        wishFocus(message === undefined ? 'failure' : 'dataset');
        break;
      }
      case 'unchecked':
        setNotSaved({ failure: outcome.failure, wasSent: false });
        wishFocus('failure');
        break;
      case 'contested':
        wishFocus('news');
        break;
      case 'busy':
      case 'gone':
        break;
    }
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (isDirty || isNew) {
      form.onSubmit(send, (errors) => wishFocus(firstError(errors)))(event);
    } else {
      event.preventDefault();
      close();
    }
  };

  return (
    <>
      {/* Beside the form, so that nothing in its dialog is a part of the form and sends it. */}
      {renderImport !== undefined && (
        <div className={classes.import}>
          {renderImport({
            current: read(form.values),
            sponsorId,
            keepsTitle: isNew,
            lists: imports.lists,
            onApply: imports.apply,
          })}
        </div>
      )}
      <form ref={element} className={classes.form} noValidate aria-label={metadataWords.metadataForm} onSubmit={submit}>
        <FormNotices
          notSaved={notSaved}
          news={draft.news}
          record={opened}
          onDiscardKept={draft.wasKept ? draft.startAnew : undefined}
          onUndoImport={imports.canUndo ? imports.undo : undefined}
        />
        {/* What is typed while it is saved would be neither in what is saved nor in what is kept. */}
        <div className={classes.form} inert={isSaving}>
          <MetadataFields form={form} sponsorId={sponsorId} keepsTitle={isNew} />
        </div>
        <div className={classes.buttons}>
          <Button variant="default" disabled={isSaving} onClick={() => close()}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Save
          </Button>
        </div>
      </form>
      {guard.isAsking && <LeaveDialog title={title} onLeave={leave} onStay={guard.stay} />}
    </>
  );
}

/** The server's words, where it is the title that it does not take: another dataset, maybe a deleted one, has it. */
function titleRefusal(failure: Failure): string | undefined {
  return failure.kind === 'refused' && failure.status === 409 ? failure.message : undefined;
}
