import { Type } from '@sinclair/typebox';
import { FormerTitles, refTo } from './schemas';

export const ProjectBody = Type.Object(
  {
    sponsorId: Type.String(),
    title: Type.String(),
    projectHash: Type.String(),
    description: Type.String(),
    createdAt: Type.String(),
    formerTitles: Type.Optional(FormerTitles),
  },
  { $id: 'Project' },
);
export const ProjectResponse = refTo(ProjectBody, 'The project.');
