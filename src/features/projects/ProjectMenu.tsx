import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { PART_NOT_LOADED_WORDS } from '../../domain/failureWords';
import type { Project } from '../../domain/project';
import { shownName } from '../../domain/shownName';
import { usePorts } from '../../platform/portsContext';
import { createLatePart } from '../../ui/latePart';
import type { ProjectAction } from './ProjectMenuPopup';

const useProjectMenuPopup = createLatePart(() =>
  import(/* webpackPrefetch: true */ './ProjectMenuPopup').then((module) => module.ProjectMenuPopup),
);

interface ProjectMenuProps {
  readonly project: Project;
  readonly tabIndex: 0 | -1;
  readonly onChoose: (action: ProjectAction) => void;
}

/** What can be done with a project, behind one button in its row. The list does not wait for the menu's code. */
export function ProjectMenu({ project, tabIndex, onChoose }: ProjectMenuProps) {
  const { toast } = usePorts();
  const [opened, setOpened] = useState(false);
  const [focused, setFocused] = useState(false);
  const label = `Actions for ${shownName(project.title)}`;
  const { Part: Popup, failure, tryAgain } = useProjectMenuPopup();
  const open = () => {
    setOpened(true);
    if (failure !== undefined) tryAgain();
  };
  // Nobody needs to hear of a menu that nobody opens.
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
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  ) : (
    <Popup
      label={label}
      tabIndex={tabIndex}
      opened={opened}
      onOpenedChange={setOpened}
      takesFocus={focused}
      onChoose={onChoose}
    />
  );
}
