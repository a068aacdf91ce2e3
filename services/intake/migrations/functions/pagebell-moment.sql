-- pagebell_now(), once per statement. PostgreSQL neither searches an index by a volatile function nor estimates how many rows it
-- selects: sweeps would read their whole tables every minute.
-- safe beside the version before: only the comments have changed.
create or replace function pagebell_moment() returns timestamptz language sql stable as 'select pagebell_now()';
