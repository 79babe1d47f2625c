import { Type } from '@sinclair/typebox';
import { JOB_STATUSES, PIPELINE_KINDS } from '../database/pipelineJobs';
import { oneOf } from '../oneOf';
import { Id, refTo } from './schemas';

export const PipelineParams = Type.Object({
  kind: oneOf(PIPELINE_KINDS),
  hash: Id,
});
export const JobBody = Type.Object(
  {
    jobId: Type.String(),
    status: oneOf(JOB_STATUSES),
    viewerUrl: Type.Optional(Type.String()),
    message: Type.Optional(
      Type.String({
        description: 'A message that the app shows to the user: progress, skipped files, or the reason for a failure.',
      }),
    ),
  },
  { $id: 'Job' },
);
export const JobResponse = refTo(JobBody, 'The current state of the job.');
