import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCreateProjectMutation, useListProjectsQuery } from '../../api/projects';
import type { ProjectDraft } from '../../domain/metadata/project';
import { buildPath } from '../../domain/navigation/routePath';
import { notFoundText } from '../../ui/ErrorState';
import { lazyPopup } from '../../ui/lazyWithRetry';

const ProjectForm = lazyPopup(() => import('./ProjectDialogs').then((module) => module.ProjectForm));

const EMPTY = { title: '', description: '' };

/** Opens the dialog to create a project. */
export function NewProjectButton() {
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const { data: projects = [] } = useListProjectsQuery();
  const [createProject, { isLoading, error }] = useCreateProjectMutation();
  const close = () => setOpened(false);
  const create = async ({ title, description }: Required<ProjectDraft>) => {
    const created = await createProject({ title, ...(description !== '' && { description }) });
    if (created.data === undefined) return;
    close();
    await navigate(buildPath({ sponsorId: created.data.sponsorId, project: created.data.title }));
  };
  return (
    <>
      <Button
        size="xs"
        aria-keyshortcuts="n"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        New project
      </Button>
      {opened && (
        <ProjectForm
          heading="New project"
          submitLabel="Create"
          initial={EMPTY}
          takenTitles={projects.map((project) => project.title)}
          pending={isLoading}
          problem={notFoundText(error)}
          onClose={close}
          onSubmit={(draft) => void create(draft)}
        />
      )}
    </>
  );
}
