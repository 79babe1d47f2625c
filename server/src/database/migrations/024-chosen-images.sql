-- Of images of the same section, layer and channel, the ones that a job uses: paths in the dataset. Null for the first ones.
alter table pipeline_jobs add column chosen jsonb;
