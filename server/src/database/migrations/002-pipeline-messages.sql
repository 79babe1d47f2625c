-- A job's message for the user: progress, skipped files, or the reason for a failure.
alter table pipeline_jobs add column message text;
