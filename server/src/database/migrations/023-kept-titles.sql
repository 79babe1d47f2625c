-- Earlier versions kept every former title. The oldest ones beyond the limits of `formerTitles.ts` are dropped.
delete from former_titles where (scope, title) in (
  select scope, title from (
    select scope, title,
      row_number() over (partition by coalesce(project_hash, dataset_hash) order by replaced_at desc, title) as of_owner,
      row_number() over (partition by scope order by replaced_at desc, title) as of_scope
    from former_titles
  ) numbered where of_owner > 10 or of_scope > 1000
);
create index former_titles_scope on former_titles (scope, replaced_at desc, title);
