import { Type } from '@sinclair/typebox';
import { oneOf } from '../../common/oneOf';
import { JOB_STATUSES, PIPELINE_KINDS } from '../../database/jobs/pipelineJobs';
import { Id, refTo } from '../../http/schemas';

export const PipelineParams = Type.Object({
  kind: oneOf(PIPELINE_KINDS),
  hash: Id,
});
export const JobBody = Type.Object(
  {
    jobId: Type.String(),
    status: oneOf(JOB_STATUSES),
    viewerUrl: Type.Optional(Type.String()),
    sealUrl: Type.Optional(Type.String({ description: 'An archive of the files of the latest seal.' })),
    sealedAt: Type.Optional(Type.String({ description: 'When the dataset was sealed last.' })),
    isBroken: Type.Optional(Type.Boolean({ description: 'The dataset has changed since it was sealed.' })),
    message: Type.Optional(
      Type.String({
        description: 'A message that the app shows to the user: progress, skipped files, or the reason for a failure.',
      }),
    ),
  },
  { $id: 'Job' },
);
export const JobResponse = refTo(JobBody, 'The current state of the job.');
