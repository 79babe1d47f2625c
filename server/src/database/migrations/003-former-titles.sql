-- Titles that projects and datasets had before they were renamed, so that links to them keep working. The scope is the
-- sponsor of a project or the project of a dataset. A title leads to its latest former owner.
create table former_titles (
  scope text not null,
  title text not null,
  project_hash text references projects (hash) on delete cascade,
  dataset_hash text references datasets (hash) on delete cascade,
  replaced_at timestamptz not null default now(),
  primary key (scope, title),
  check ((project_hash is null) <> (dataset_hash is null))
);
create index former_titles_project on former_titles (project_hash);
create index former_titles_dataset on former_titles (dataset_hash);
