import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { Project } from '../../domain/metadata/project';
import { shownName } from '../../domain/names/shownName';
import { createLatePopup } from '../../ui/latePopup';
import type { ProjectAction } from './ProjectMenuPopup';
import { projectsWords } from './projectsWords';

const useProjectMenuPopup = createLatePopup(() =>
  import(/* webpackPrefetch: true */ './ProjectMenuPopup').then((module) => module.ProjectMenuPopup),
);

interface ProjectMenuProps {
  readonly project: Project;
  readonly tabIndex: 0 | -1;
  readonly onChoose: (action: ProjectAction) => void;
}

/**
 * What can be done with a project, behind one button in its row. The menu itself is made when it is first opened: those of
 * all rows would take longer to draw than the list.
 */
export function ProjectMenu({ project, tabIndex, onChoose }: ProjectMenuProps) {
  const [opened, setOpened] = useState(false);
  const label = projectsWords.actionsFor(shownName(project.title));
  const Popup = useProjectMenuPopup(opened, () => setOpened(false));
  return Popup === undefined ? (
    <ActionIcon
      variant="subtle"
      color="gray"
      tabIndex={tabIndex}
      aria-label={label}
      aria-haspopup="menu"
      onClick={() => setOpened(true)}
    >
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  ) : (
    <Popup label={label} tabIndex={tabIndex} opened={opened} onOpenedChange={setOpened} onChoose={onChoose} />
  );
}
