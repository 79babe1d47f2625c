import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { PART_NOT_LOADED_WORDS } from '../../domain/failureWords';
import type { Project } from '../../domain/project';
import { shownName } from '../../domain/shownName';
import { usePorts } from '../../platform/portsContext';
import { createLatePart } from '../../ui/latePart';
import type { ProjectAction } from './ProjectMenuPopup';
import { projectsWords } from './projectsWords';

const useProjectMenuPopup = createLatePart(() =>
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
  const { toast } = usePorts();
  const [opened, setOpened] = useState(false);
  const label = projectsWords.actionsFor(shownName(project.title));
  const { Part: Popup, failure, tryAgain } = useProjectMenuPopup(opened);
  const open = () => {
    setOpened(true);
    if (failure !== undefined) tryAgain();
  };
  useEffect(() => {
    if (!opened || failure === undefined) return;
    toast(PART_NOT_LOADED_WORDS, 'error');
    setOpened(false);
  }, [opened, failure, toast]);
  return Popup === undefined ? (
    <ActionIcon
      variant="subtle"
      color="gray"
      tabIndex={tabIndex}
      aria-label={label}
      aria-haspopup="menu"
      onClick={open}
    >
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  ) : (
    <Popup label={label} tabIndex={tabIndex} opened={opened} onOpenedChange={setOpened} onChoose={onChoose} />
  );
}
