-- Keys contain titles and names exactly. The unique indexes, which ignore case, don't find them.
create index projects_exact_title on projects (sponsor_id, title);
create index datasets_exact_name on datasets (project_hash, name);
