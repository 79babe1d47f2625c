-- Lists of a sponsor's deleted files need no other sponsor's. Servers of earlier versions leave it null; the sweep sets it.
alter table deleted_objects add column sponsor_id text;
update deleted_objects set sponsor_id = projects.sponsor_id from projects where projects.hash = project_hash;
create index deleted_objects_sponsor on deleted_objects (sponsor_id, deleted_at, blob);
create index deleted_objects_unowned on deleted_objects (project_hash) where sponsor_id is null;
-- In the order of keys.
create index projects_key on projects (sponsor_id, ((title || '/') collate "C"));
-- As one text: of several indexes that begin with the project, the planner may choose one that does not contain the name.
drop index datasets_exact_name;
create index datasets_exact_name on datasets ((project_hash || '/' || name));
create index datasets_exact_folded on datasets ((project_hash || '/' || folded));
-- Folders outside of datasets.
create index objects_loose_folder on objects (project_hash, split_part(path, '/', 1))
  where dataset_hash is null and path like '%/%';
create index pipeline_jobs_unfinished on pipeline_jobs (kind, created_at) where status in ('QUEUED', 'RUNNING');
create index pipeline_jobs_started on pipeline_jobs (kind, started_at);
create index archives_preparing on archives (created_at) where status in ('SELECTING', 'PREPARING');
create index archives_created on archives (created_at);
create index archives_started on archives (sponsor_id, started_at);
create index archives_file on archives (archive_id);
create index uploads_completed on uploads (completed_at) where completed_at is not null;
