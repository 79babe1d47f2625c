-- The tokens of the identity provider, encrypted. The columns `issuer_refresh_token` and `issuer_id_token` have those of
-- sessions that were last renewed by an earlier version.
alter table sessions add column issuer_tokens text;
