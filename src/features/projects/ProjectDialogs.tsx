import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { totalBytes } from '@data-manager/domain/listing/fileListing';
import type { Project, ProjectDraft } from '@data-manager/domain/metadata/project';
import { nameInText } from '@data-manager/domain/names/shownName';
import { cleanTitle, validateTitle } from '@data-manager/domain/names/title';
import { buildPath } from '@data-manager/domain/navigation/routePath';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { counted } from '@data-manager/lib/plural';
import { useFeature } from '../../api/configuration';
import { useListDatasetsQuery } from '../../api/datasets';
import { useListing } from '../../api/files';
import {
  useCreateProjectMutation,
  useDeleteProjectMutation,
  useRestoreProjectMutation,
  useUpdateProjectMutation,
} from '../../api/projectChanges';
import { useListProjectsQuery } from '../../api/projects';
import { hasFailed } from '../../api/queryErrorText';
import { usePorts } from '../../platform/portsContext';
import { selectSessionOwner } from '../../session/sessionSlice';
import { placeDeleted, placeRestored } from '../../transfers/deletedPlaces';
import { FormDialog } from '../../ui/FormDialog';
import { OPTIONAL, TitleField, titleReason } from '../../ui/TextFields';
import { DeleteDialog } from '../../widgets/DeleteDialog';
import { notFoundText } from '../../widgets/notFoundText';
import { useFilesInside } from '../../widgets/useFilesInside';

interface ProjectFormProps {
  readonly heading: string;
  readonly submitLabel: string;
  readonly initial: Required<ProjectDraft>;
  /** Titles of the other projects. */
  readonly takenTitles: readonly string[];
  readonly pending: boolean;
  /** Describes the effects of a new title. */
  readonly titleHint?: string;
  /** The error of the request, unless a toast shows it. */
  readonly problem: string | undefined;
  readonly onSubmit: (draft: Required<ProjectDraft>) => void;
  readonly onClose: () => void;
}

/** A dialog to edit a project's title and description. */
function ProjectForm(props: ProjectFormProps) {
  const { heading, submitLabel, initial, takenTitles, titleHint, pending, onSubmit, onClose } = props;
  const [title, setTitle] = useState(initial.title);
  const [description, setDescription] = useState(initial.description);
  const titleProblem = validateTitle(title, takenTitles);
  return (
    <FormDialog
      title={heading}
      onClose={onClose}
      submitLabel={submitLabel}
      pending={pending}
      problem={props.problem}
      disabledReason={titleReason(titleProblem)}
      onSubmit={() => onSubmit({ title: cleanTitle(title), description: description.trim() })}
    >
      <TitleField
        value={title}
        onChange={setTitle}
        problem={titleProblem}
        touched={title !== initial.title}
        description={titleHint}
      />
      <Textarea
        label="Description"
        autosize
        {...OPTIONAL}
        minRows={2}
        maxRows={8}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

const EMPTY = { title: '', description: '' };

/** Creates a project and opens it. */
export function NewProjectDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const { data: projects = [] } = useListProjectsQuery();
  const [createProject, { isLoading, error }] = useCreateProjectMutation();
  const create = async ({ title, description }: Required<ProjectDraft>) => {
    const created = await createProject({ title, ...(description !== '' && { description }) });
    if (created.data === undefined) return;
    onClose();
    await navigate(buildPath({ sponsorId: created.data.sponsorId, project: created.data.title }));
  };
  return (
    <ProjectForm
      heading="New project"
      submitLabel="Create"
      initial={EMPTY}
      takenTitles={projects.map((project) => project.title)}
      pending={isLoading}
      problem={notFoundText(error)}
      onClose={onClose}
      onSubmit={(draft) => void create(draft)}
    />
  );
}

interface ProjectDialogProps {
  /** The project when the dialog was opened. */
  readonly project: Project;
  readonly onClose: () => void;
}

/** Edits a project. Only changed fields are sent. */
export function RenameProjectDialog({ project, onClose }: ProjectDialogProps) {
  const [updateProject, { isLoading, error }] = useUpdateProjectMutation();
  const { data: projects = [] } = useListProjectsQuery();
  const redirects = useFeature('titles.former');
  const others = projects.filter(({ projectHash }) => projectHash !== project.projectHash);
  const latest = projects.find(({ projectHash }) => projectHash === project.projectHash) ?? project;
  const isOutdated = hasFailed(error, 'changed');
  const initial = { title: project.title, description: project.description ?? '' };
  const save = async ({ title, description }: Required<ProjectDraft>) => {
    const changes = {
      ...(title !== initial.title && { title }),
      ...(description !== initial.description && { description }),
    };
    if (Object.keys(changes).length > 0) {
      const { etag } = isOutdated ? latest : project;
      const updated = await updateProject({ projectHash: project.projectHash, changes, etag });
      if (updated.error !== undefined) return;
    }
    onClose();
  };
  return (
    <ProjectForm
      heading={`Rename ${nameInText(project.title)}`}
      submitLabel="Save"
      initial={initial}
      takenTitles={others.map(({ title }) => title)}
      titleHint={`A new title moves all datasets and files. Old links ${redirects ? 'keep' : 'stop'} working.`}
      pending={isLoading}
      problem={isOutdated ? editedText(latest) : notFoundText(error)}
      onClose={onClose}
      onSubmit={(draft) => void save(draft)}
    />
  );
}

function editedText({ title, description = '' }: Project): string {
  const theirs = [`title “${nameInText(title)}”`, description !== '' && `description “${nameInText(description)}”`];
  return `Someone else has edited this project: ${theirs.filter((part) => part !== false).join(', ')}. Saving again replaces what you have edited.`;
}

interface DeleteProjectDialogProps extends ProjectDialogProps {
  /** Called instead of `onClose` after the project was deleted. */
  readonly onDeleted?: () => void;
}

/** Deletes a project after confirmation. */
export function DeleteProjectDialog({ project, onClose, onDeleted }: DeleteProjectDialogProps) {
  const { toast } = usePorts();
  const isAdmin = useSelector(selectSessionOwner)?.isAdmin ?? false;
  const dispatch = useDispatch();
  const path = `${project.sponsorId}/${project.title}`;
  const files = useFilesInside(useListing(path).listing, path);
  const { currentData: datasets } = useListDatasetsQuery(project.projectHash);
  const [deleteProject, { isLoading, error }] = useDeleteProjectMutation();
  const canRestore = useFeature('projects.restore');
  const [restoreProject] = useRestoreProjectMutation();
  const undo = async () => {
    const restored = await restoreProject(project.projectHash);
    if (restored.error === undefined) dispatch(placeRestored({ path }));
  };
  const remove = async (permanentDelete: boolean) => {
    const deleted = await deleteProject({ projectHash: project.projectHash, permanentDelete });
    if (deleted.error !== undefined) return;
    dispatch(placeDeleted({ path, isPermanent: permanentDelete }));
    const text = `Project “${nameInText(project.title)}” deleted.`;
    if (permanentDelete || !canRestore) toast(text, 'success');
    else toast(text, 'success', { label: 'Undo', run: () => void undo(), path });
    (onDeleted ?? onClose)();
  };
  return (
    <DeleteDialog
      title="Delete project"
      name={project.title}
      consequence={
        datasets === undefined || files === undefined
          ? 'This also deletes all its datasets and files.'
          : `This also deletes ${counted(datasets.length, 'dataset')} and ${counted(files.length, 'file')} (${formatBytes(totalBytes(files))}).`
      }
      offersPermanent={isAdmin}
      canRestore={canRestore}
      pending={isLoading}
      problem={notFoundText(error)}
      onClose={onClose}
      onDelete={(permanentDelete) => void remove(permanentDelete)}
    />
  );
}
