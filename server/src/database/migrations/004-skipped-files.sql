-- The files that the lab's worker must leave out of a job: [{"path": …, "reason": …}].
alter table pipeline_jobs add column skipped jsonb;
