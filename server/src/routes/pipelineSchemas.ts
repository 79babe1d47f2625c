import { Type } from '@sinclair/typebox';
import { Id, refTo } from './schemas';

export const PipelineParams = Type.Object({
  kind: Type.Union([Type.Literal('pyramid'), Type.Literal('multimodel'), Type.Literal('atlas')]),
  hash: Id,
});
export const JobBody = Type.Object(
  {
    jobId: Type.String(),
    status: Type.Union([Type.Literal('QUEUED'), Type.Literal('RUNNING'), Type.Literal('DONE'), Type.Literal('FAILED')]),
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
