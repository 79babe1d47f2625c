-- Indexes parts of names. One of PostgreSQL's additional modules (contrib).
create extension if not exists pg_trgm;

-- The name of the file in the form in which names are searched (`foldText`); almost that form for the files that are stored already.
-- Adding it as a change of the type writes the table once.
alter table objects add column folded text;
alter table objects alter column folded type text
  using lower(upper(normalize(regexp_replace(path, '^.*/', '') collate "default", NFKC)));
alter table deleted_objects add column folded text;
alter table deleted_objects alter column folded type text
  using lower(upper(normalize(regexp_replace(path, '^.*/', '') collate "default", NFKC)));
create index objects_search on objects using gin (folded gin_trgm_ops);
-- In an order that no rename changes, and in which the files of a dataset do not follow each other. Does not begin with the project, so
-- that the planner does not choose it to find the file at a place.
create index objects_page on objects ((blob collate "C"));
