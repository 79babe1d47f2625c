import { ProjectBody } from '../../database/projects/projects';
import { refTo } from '../../http/schemas';

export const ProjectItem = refTo(ProjectBody);
export const ProjectResponse = refTo(ProjectBody, 'The project.');
