-- The next host after the given one, by name, for which the account has a run waiting and no account has one in progress.
-- One index descent per host, however many runs wait for it.
--
-- It reads indexes in their order, one descent per step. A plan made while the tables were small would scan them; therefore
-- it may neither sort nor read a table other than by an index.
-- safe beside the version before: only the comments have changed.
create or replace function next_free_host(account uuid, after text) returns text
stable language sql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
  with recursive waiting as (
    (
      select host from run
      where status = 'queued' and released_at is null and account_id = account and host > after
      order by account_id, host
      limit 1
    )
    union all
    select (
      select run.host from run
      where run.status = 'queued' and run.released_at is null and run.account_id = account and run.host > waiting.host
      order by run.account_id, run.host
      limit 1
    )
    from waiting
    where waiting.host is not null
  )
  select host from waiting
  where host is not null and not exists (
    select from run
    where run.host = waiting.host and run.status in ('queued', 'running') and run.released_at is not null
  ) and not exists (select from deleted_run where deleted_run.host = waiting.host)
  limit 1
$$;
