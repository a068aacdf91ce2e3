-- Claims what is due of a group within p_delay_ms, p_limit deliveries at most, and returns it. The advisory lock, which is
-- tried and not waited for, keeps two claims of a group from being of the same deliveries; each statement after it sees what
-- the claim before it has committed.
-- safe beside the version before: a new function.
create or replace function claim_deliveries(
  p_channel text, p_via text, p_account uuid, p_project uuid, p_host text, p_action text, p_part uuid,
  p_lease uuid, p_lease_ms double precision, p_delay_ms double precision, p_limit integer
) returns table (
  id uuid, url text, failures smallint, unverified smallint, traceparent text, submitted_at timestamptz,
  batch_id uuid, preflight boolean, announces jsonb
)
language plpgsql volatile
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set enable_incremental_sort = off
as $$
#variable_conflict use_column
declare
  due record;
  begun timestamptz;
begin
  if not pg_try_advisory_xact_lock(hashtextextended(
    concat_ws(' ', p_channel, p_via, p_account, p_project, p_host, p_action, p_part), 0)) then
    return;
  end if;

  begun := clock_timestamp();
  delete from delivery_claims c
  where c.account_id = p_account and c.channel = p_channel and c.via = p_via and c.project_id = p_project
    and c.host = p_host and c.action = p_action and c.part = p_part and c.until <= begun;

  select * into due from unclaimed_deliveries(p_channel, p_via, p_account, p_project, p_host, p_action, p_part,
    begun, begun + p_delay_ms * interval '1 millisecond', p_limit);
  if due.first_at is null then
    return;
  end if;

  insert into delivery_claims (lease, account_id, channel, via, project_id, host, action, part,
    first_at, first_id, last_at, last_id, until)
  values (p_lease, p_account, p_channel, p_via, p_project, p_host, p_action, p_part,
    due.first_at, due.first_id, due.last_at, due.last_id,
    begun + p_lease_ms * interval '1 millisecond');

  -- A copy of the version before that died, or is late: it writes no outcome any more.
  if due.has_lease then
    update deliveries d set lease = null
    where d.channel = p_channel and d.via = p_via and d.account_id = p_account and d.project_id = p_project
      and d.host = p_host and d.action = p_action and d.part = p_part
      and (d.next_at, d.id) >= (due.first_at, due.first_id) and (d.next_at, d.id) <= (due.last_at, due.last_id)
      and d.next_at is not null and d.lease is not null;
  end if;

  return query
    select d.id, d.url, d.failures, d.unverified, d.traceparent, d.submitted_at, d.batch_id, d.preflight, d.announces
    from deliveries d
    where d.channel = p_channel and d.via = p_via and d.account_id = p_account and d.project_id = p_project
      and d.host = p_host and d.action = p_action and d.part = p_part
      and (d.next_at, d.id) >= (due.first_at, due.first_id) and (d.next_at, d.id) <= (due.last_at, due.last_id)
      -- The condition of the index.
      and d.next_at is not null
    order by d.next_at, d.id limit p_limit;
end
$$
