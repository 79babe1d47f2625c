-- Set while the files of a folder are being moved, in batches, into the dataset that has got the folder's name.
alter table datasets add column adopts_folder boolean not null default false;
create index datasets_adopting on datasets (hash) where adopts_folder;
-- Finds the longest paths of a dataset or project without reading the others.
create index objects_longest on objects (project_hash, dataset_hash, octet_length(path));
-- Without those that were completed during the last day.
create index uploads_open_project on uploads (project_hash) where completed_at is null;
