import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Project } from '../../domain/project';
import { DeleteProjectDialog } from './DeleteProjectDialog';
import { RenameProjectDialog } from './RenameProjectDialog';

interface ProjectMenuProps {
  readonly project: Project;
  /** Titles of all projects, so that none is given twice. */
  readonly titles: readonly string[];
  readonly tabIndex: 0 | -1;
}

/** What can be done with a project, behind one button in its row. */
export function ProjectMenu({ project, titles, tabIndex }: ProjectMenuProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" tabIndex={tabIndex} aria-label={`Actions for ${project.title}`}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={() => setDialog('rename')}>
            Rename
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={14} aria-hidden />} onClick={() => setDialog('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'rename' && <RenameProjectDialog project={project} titles={titles} onClose={close} />}
      {dialog === 'delete' && <DeleteProjectDialog project={project} onClose={close} />}
    </>
  );
}
