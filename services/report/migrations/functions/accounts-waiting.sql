-- The accounts that have runs waiting, the least recently served first. One index descent per account.
--
-- It reads indexes in their order, one descent per step. A plan made while the tables were small would scan them; therefore
-- it may neither sort nor read a table other than by an index.
-- safe beside the version before: only the comments have changed.
create or replace function accounts_waiting() returns table (account_id uuid, last_host text)
stable language sql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
  with recursive waiting as (
    (
      select account_id from run
      where status = 'queued' and released_at is null
      order by account_id, host
      limit 1
    )
    union all
    select (
      select run.account_id from run
      where run.status = 'queued' and run.released_at is null and run.account_id > waiting.account_id
      order by run.account_id, run.host
      limit 1
    )
    from waiting
    where waiting.account_id is not null
  )
  select waiting.account_id, account_turn.host
  from waiting
  left join account_turn on account_turn.account_id = waiting.account_id
  where waiting.account_id is not null
  order by account_turn.released_at nulls first, waiting.account_id
$$;
