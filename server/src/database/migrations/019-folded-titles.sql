-- The titles and names in the form in which they are compared (`foldTitles.ts`). Not unique, because earlier versions
-- compared with `lower()`, which depends on the locale of the database.
alter table projects add column folded text;
alter table datasets add column folded text;
create index projects_folded on projects (sponsor_id, folded);
create index datasets_folded on datasets (project_hash, folded);
