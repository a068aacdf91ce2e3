-- The first deliveries of a group that are due by p_due and that no claim covers, p_limit at most: where they begin and end in
-- the order of the group. No row if there are none. Reads the gaps between the claims of the group, and no delivery within one.
-- p_now: claims that end by then do not count.
-- safe beside the version before: a new function.
create or replace function unclaimed_deliveries(
  p_channel text, p_via text, p_account uuid, p_project uuid, p_host text, p_action text, p_part uuid,
  p_now timestamptz, p_due timestamptz, p_limit integer
) returns table (first_at timestamptz, first_id uuid, last_at timestamptz, last_id uuid, has_lease boolean)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set enable_incremental_sort = off
as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  after_at timestamptz := '-infinity';
  after_id uuid := nil;
  claimed record;
begin
  for claimed in
    select c.first_at, c.first_id, c.last_at, c.last_id
    from delivery_claims c
    where c.account_id = p_account and c.channel = p_channel and c.via = p_via and c.project_id = p_project
      and c.host = p_host and c.action = p_action and c.part = p_part and c.until > p_now
    union all
    select 'infinity', nil, 'infinity', nil
    order by 1, 2
  loop
    -- The version before sets lease, and next_at to its end.
    select min(d.next_at), (array_agg(d.id))[1], max(d.next_at), (array_agg(d.id))[count(*)::integer],
      bool_or(d.lease is not null)
    into first_at, first_id, last_at, last_id, has_lease
    from (
      select next_at, id, lease from deliveries
      where channel = p_channel and via = p_via and account_id = p_account and project_id = p_project
        and host = p_host and action = p_action and part = p_part
        and next_at <= p_due and (next_at, id) > (after_at, after_id)
        and (next_at, id) < (claimed.first_at, claimed.first_id)
        and (lease is null or next_at <= p_now)
      order by next_at, id limit p_limit
    ) d;
    if first_at is not null then
      return next;
      return;
    end if;
    after_at := claimed.last_at;
    after_id := claimed.last_id;
  end loop;
end
$$
