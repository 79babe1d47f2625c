-- Deleted projects and datasets are removed after a set time, which starts now for those that were deleted before.
update projects set deleted_at = now() where deleted_at is not null;
update datasets set deleted_at = now() where deleted_at is not null;
create index projects_deleted on projects (deleted_at) where deleted_at is not null;
create index datasets_deleted on datasets (deleted_at) where deleted_at is not null;
