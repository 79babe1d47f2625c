-- The files that the lab's worker must skip in a job: [{"path": …, "reason": …}].
alter table pipeline_jobs add column skipped jsonb;
