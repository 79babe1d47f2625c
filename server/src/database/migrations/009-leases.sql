-- Leases of the servers that work on pipelines, removals and clean-up.
alter table pipeline_jobs
  add column lease_id text,
  add column lease_until timestamptz,
  add column started_at timestamptz,
  add column attempts integer not null default 0,
  -- Names the folder with the pyramids of a job that is done.
  add column pyramid_id text;
update pipeline_jobs set pyramid_id = id where kind = 'pyramid' and status = 'DONE';
create index pipeline_jobs_lease on pipeline_jobs (lease_id) where lease_id is not null;

alter table pending_work add column lease_id text, add column lease_until timestamptz;

create table sweeps (
  name text primary key,
  lease_id text,
  lease_until timestamptz
);
insert into sweeps (name) values ('archives'), ('pipelines'), ('uploads');
