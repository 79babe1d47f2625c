import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useListProjectsQuery } from '../../api/projects';
import { PROJECT_TABLE } from '../../domain/listing/tableQuery';
import type { Project } from '../../domain/metadata/project';
import { buildPath } from '../../domain/navigation/routePath';
import { compareNatural } from '../../lib/compareNatural';
import { formatTime } from '../../lib/formatTime';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState, queryErrorText } from '../../ui/ErrorState';
import { TIME_WIDTH, type GridColumn } from '../../ui/gridColumn';
import { lazyPopup } from '../../ui/lazyWithRetry';
import { SearchedTable } from '../../ui/SearchedTable';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { RowLink, TruncatedText } from '../../ui/tableCells';
import { ProjectMenu } from './ProjectMenu';
import type { ProjectAction } from './ProjectMenuPopup';

const RenameProjectDialog = lazyPopup(() =>
  import(/* webpackPrefetch: true */ './ProjectDialogs').then((module) => module.RenameProjectDialog),
);
const DeleteProjectDialog = lazyPopup(() =>
  import(/* webpackPrefetch: true */ './ProjectDialogs').then((module) => module.DeleteProjectDialog),
);

interface ProjectDialog {
  readonly action: ProjectAction;
  /** The project when the dialog was opened. */
  readonly project: Project;
}

interface ProjectListProps {
  /** The button to create the first project. */
  readonly emptyAction: ReactNode;
}

/** The sponsor's projects, searched and sorted by the query of the URL. */
export function ProjectList({ emptyAction }: ProjectListProps) {
  const { data, error, isLoading, refetch } = useListProjectsQuery();
  // Not in the row, because a row unmounts when its new title moves it out of view.
  const [dialog, setDialog] = useState<ProjectDialog>();
  const columns = useMemo(() => projectColumns(setDialog), []);
  const close = useCallback(() => setDialog(undefined), []);

  if (isLoading) return <SkeletonRows />;
  if (data === undefined) {
    return (
      <ErrorState
        title="The projects could not be loaded"
        reason={queryErrorText(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      <SearchedTable
        label="Projects"
        isMain
        table={PROJECT_TABLE}
        columns={columns}
        rows={data}
        rowId={projectId}
        rowName={projectTitle}
        textOf={projectText}
        empty={
          data.length === 0 ? (
            <EmptyState title="No projects yet" hint="Create your first project." action={emptyAction} />
          ) : (
            <EmptyState title="No project matches the search" />
          )
        }
      />
      {dialog?.action === 'rename' && <RenameProjectDialog project={dialog.project} onClose={close} />}
      {dialog?.action === 'delete' && <DeleteProjectDialog project={dialog.project} onClose={close} />}
    </>
  );
}

function projectId(project: Project): string {
  return project.projectHash;
}

function projectTitle(project: Project): string {
  return project.title;
}

function projectText({ title, description = '' }: Project): string {
  return `${title} ${description}`;
}

function byTitle(left: Project, right: Project): number {
  return compareNatural(left.title, right.title);
}

function projectColumns(openDialog: (dialog: ProjectDialog) => void): readonly GridColumn<Project>[] {
  return [
    {
      id: 'title',
      header: 'Title',
      compare: byTitle,
      cell: ({ sponsorId, title }, tabIndex) => (
        <RowLink to={buildPath({ sponsorId, project: title })} tabIndex={tabIndex}>
          {title}
        </RowLink>
      ),
    },
    {
      id: 'description',
      header: 'Description',
      share: 2,
      hideBelow: 'narrow',
      compare: (left, right) => compareNatural(left.description ?? '', right.description ?? '') || byTitle(left, right),
      cell: ({ description = '' }) => <TruncatedText>{description}</TruncatedText>,
    },
    {
      id: 'created',
      header: 'Added',
      width: TIME_WIDTH,
      align: 'end',
      hideBelow: 'medium',
      compare: (left, right) => compareNatural(left.createdAt ?? '', right.createdAt ?? '') || byTitle(left, right),
      cell: ({ createdAt }) => formatTime(createdAt),
    },
    {
      id: 'actions',
      header: '',
      width: '3rem',
      align: 'end',
      cell: (project, tabIndex) => (
        <ProjectMenu project={project} tabIndex={tabIndex} onChoose={(action) => openDialog({ action, project })} />
      ),
    },
  ];
}
