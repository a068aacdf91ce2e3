-- Writes the next states of deliveries of the claim p_lease, in arrays of equal length, and returns the ids of those it wrote.
-- p_ends: these are the last of the claim. Nothing is written for a claim that another copy has replaced, nor for a delivery that
-- was dropped meanwhile or has the request already. What ends is counted in its hour.
-- safe beside the version before: its renewals wait for no lock, and pass over a claim that is being written as they did.
create or replace function record_outcomes(
  p_account uuid, p_lease uuid, p_ends boolean, p_engine text, p_ids uuid[], p_statuses text[], p_reasons text[],
  p_delays_ms double precision[], p_attempts integer[], p_failures integer[], p_unverified integer[],
  p_engine_statuses integer[], p_engine_messages text[], p_vias text[], p_calls uuid[]
) returns setof uuid
language plpgsql volatile
set plan_cache_mode = force_generic_plan
-- A delivery is found by its key, however few the planner expects the account to have: no joins of whole accounts, and a
-- condition on the status that no partial index fits.
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  if p_ends then
    delete from delivery_claims where account_id = p_account and lease = p_lease;
  else
    -- The weakest lock that the deletion of the claim waits for: it lets the lease be renewed meanwhile.
    perform from delivery_claims where account_id = p_account and lease = p_lease for key share;
  end if;
  if not found then
    return;
  end if;

  return query
    with written as (
      update deliveries d set
        status = outcome.status,
        reason = outcome.reason,
        next_at = clock_timestamp() + outcome.delay_ms * interval '1 millisecond',
        via = coalesce(outcome.via, d.via),
        attempts = d.attempts + outcome.attempts,
        failures = outcome.failures,
        unverified = outcome.unverified,
        engine = p_engine,
        engine_status = outcome.engine_status,
        engine_message = outcome.engine_message,
        calls = append_call(d.calls, outcome.call),
        last_attempt_at = clock_timestamp(),
        delivered_at = case when outcome.status = 'delivered' then clock_timestamp() end
      from unnest(p_ids, p_statuses, p_reasons, p_delays_ms, p_attempts, p_failures, p_unverified, p_engine_statuses,
          p_engine_messages, p_vias, p_calls)
        as outcome (id, status, reason, delay_ms, attempts, failures, unverified, engine_status, engine_message, via, call)
      where d.account_id = p_account and d.id = outcome.id and d.status || '' in ('pending', 'retrying', 'held')
        and outcome.call <> all (d.calls)
      returning d.id, d.project_id, d.channel, d.status
    ), counted as (
      insert into delivery_hours as h (account_id, project_id, hour, channel, delivered, rejected)
      select p_account, project_id, date_trunc('hour', clock_timestamp(), 'UTC'), channel,
        count(*) filter (where status = 'delivered'), count(*) filter (where status = 'rejected')
      from written where status in ('delivered', 'rejected') group by project_id, channel
      on conflict (account_id, project_id, hour, channel) do update
        set delivered = h.delivered + excluded.delivered, rejected = h.rejected + excluded.rejected
    )
    select id from written;
end
$$
