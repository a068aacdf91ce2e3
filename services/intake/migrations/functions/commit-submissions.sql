-- Commits a group of submit requests, or nothing. It is called outside a transaction: one round trip, one transaction.
--
-- No deadlocks: every caller takes its locks in two steps, each in the same order:
--   1. the hooks, for share, by project_id. A rotation, disabling or revocation updates one hook and holds no other lock while
--      it waits; shares do not wait for each other.
--   2. the accounts, for no key update, by account_id. A change of limits updates one account and holds no other lock.
-- Everything after that (idempotency, dedupe window, quota, batches) belongs to an account whose row is locked: no other
-- transaction writes it meanwhile. Therefore limits may be read first and written after, requests of the group see the ones
-- before them, and a refusal has nothing to roll back.
--
-- Hooks and accounts of all requests are found and locked for every account (pagebell.account = 'every'); then it works for
-- one account after the other. Under row-level security PostgreSQL searches an index only by leakproof operators: comparing a
-- hash is one, cutting it out of a longer text is not, and "offset 0" has it cut out before.
--
-- A policy makes planning expensive. Therefore no statement is planned again for its values, charge_quota is in a language that
-- caches plans, and rows are found by their keys, whatever the tables' sizes were when it was planned.
--
-- Times in outcomes are milliseconds since 1970. Positions in "seen" count within the request's own hashes, from 0. The answer
-- that is stored for an Idempotency-Key has the channels that it used; when it is returned it has "stored": true.
-- A call whose tokens are of no hook is that of a source: its deliveries, by whom it is locked already, in place of step 1.
-- Or it is that of a waiting list, which has locked its account already. They are not mixed with hooks in one call, so that
-- hooks cost no second look-up.
--
-- A URL of a channel has one row in the dedupe window, with its last action (ADR 68): an accepted deletion ends the window of
-- updates, and an accepted update that of deletions. The cache knows updates only, and may not have heard of a deletion. A
-- request of which it left URLs out is "stale_cache" if the account has had a deletion accepted since the earliest of them was
-- charged: it is to be sent again with all of its URLs.
--
-- A request over the quota is refused, or its URLs wait (keep_waiting), as it asks for. What is accepted leaves the waiting list
-- of its project, and so do duplicates, so that no older action is submitted after a newer one.
-- safe beside the version before: a new function, which submit_group calls.
create or replace function commit_submissions(
  p_token_hashes bytea[],
  p_batch_ids uuid[],
  p_keys text[],
  p_request_hashes bytea[],
  p_channels text[],
  p_actions text[],
  p_starts integer[],        -- where the request's URLs begin in p_hashes and p_urls
  p_counts integer[],        -- how many it has; distinct within the request
  p_hashes bytea,            -- 16 bytes a URL
  p_urls text[],
  p_known integer[],         -- duplicates that were found before this call
  p_cached_at bigint[],      -- when the first of those that the cache found was charged; null if it found none
  p_rejected integer[],
  p_dry_runs boolean[],
  p_waits boolean[],         -- whether it waits if it is over the quota
  p_traceparents text[],
  p_window interval,
  p_max_waiting integer,     -- URLs of a project
  p_preflights boolean[],    -- whether its pages are checked before they are announced
  p_schedules text[]         -- when they may be checked, as JSON; null for at once
) returns table (request integer, outcome jsonb)
language plpgsql volatile
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  hooks hook[];
  moment timestamptz;
  today text;
  this_month text;
  day_resets bigint;
  month_resets bigint;
  current_account uuid;
  day_limit bigint;
  month_limit bigint;
  day_used bigint;
  month_used bigint;
  charged bigint := 0;
  last_deletion bigint;
  has_waiting boolean;
  room bigint;
  r record;
  kept idempotency;
  fresh integer;
  seen jsonb;
  fresh_urls text[];
  stored_as uuid;
  without_batch duplicate_batch[] := '{}';
begin
  select coalesce(array_agg(locked.h), '{}') into hooks
  from (
    select h from hook h
    where h.token_hash = any (p_token_hashes) or h.previous_token_hash = any (p_token_hashes)
    order by h.project_id
    for share
  ) locked;

  if cardinality(hooks) = 0 then
    select coalesce(array_agg(row(locked.project_id, locked.account_id, locked.project, locked.enabled, locked.token_id,
      locked.token_hash, locked.last_four, locked.created_at, locked.previous_token_id, locked.previous_token_hash,
      locked.previous_last_four, locked.previous_accepted_until)::hook), '{}') into hooks
    from (
      select * from source s
      where s.token_hash = any (p_token_hashes) or s.previous_token_hash = any (p_token_hashes)
    ) locked;
  end if;

  if cardinality(hooks) = 0 then
    select coalesce(array_agg(row(w.project_id, w.account_id, w.project, true, w.token_id, w.token_hash, '', null, null, null,
      null, null)::hook), '{}') into hooks
    from waiting_list w where w.token_hash = any (p_token_hashes);
  end if;

  perform 1 from account
  where account_id in (select h.account_id from unnest(hooks) h)
  order by account_id
  for no key update;

  moment := pagebell_now();
  today := to_char(moment at time zone 'UTC', 'YYYY-MM-DD');
  this_month := to_char(moment at time zone 'UTC', 'YYYY-MM');
  day_resets := extract(epoch from (date_trunc('day', moment, 'UTC') + interval '24 hours')) * 1000;
  month_resets := extract(epoch from (date_trunc('month', moment at time zone 'UTC') + interval '1 month') at time zone 'UTC') * 1000;

  for r in
    with asked as materialized (
      select t.request::integer as n, h.account_id, h.project_id, h.project,
             case when h.token_hash = t.token_hash then h.token_id else h.previous_token_id end as token_id,
             h.enabled and (h.token_hash = t.token_hash or h.previous_accepted_until > moment) as good,
             a.urls_per_day as day_limit, a.urls_per_month as month_limit,
             (extract(epoch from a.last_deletion_at) * 1000)::bigint as last_deletion, a.has_waiting,
             coalesce(d.used, 0) as day_used, coalesce(m.used, 0) as month_used
      from unnest(p_token_hashes) with ordinality t (token_hash, request)
      left join unnest(hooks) h on t.token_hash = h.token_hash or t.token_hash = h.previous_token_hash
      left join account a on a.account_id = h.account_id
      left join quota_use d on d.account_id = h.account_id and d.period = today
      left join quota_use m on m.account_id = h.account_id and m.period = this_month
    )
    select * from asked order by account_id nulls last, n
  loop
    request := r.n;
    if r.good is not true then
      outcome := '{"outcome":"unknown_token"}';
      return next;
      continue;
    end if;

    if r.account_id is distinct from current_account then
      perform charge_quota(current_account, today, this_month, charged, day_limit, month_limit);
      perform count_duplicates(without_batch);
      without_batch := '{}';
      current_account := r.account_id;
      -- From here to the next account, or the end of the transaction, no statement sees rows of other accounts.
      perform set_config('pagebell.account', r.account_id::text, true);
      charged := 0;
      day_limit := r.day_limit;
      month_limit := r.month_limit;
      day_used := r.day_used;
      month_used := r.month_used;
      last_deletion := r.last_deletion;
      has_waiting := r.has_waiting;
    end if;

    if p_keys[r.n] is not null then
      select * into kept from idempotency i
      where i.account_id = r.account_id and i.project_id = r.project_id and i.operation = 'submit' and i.key = p_keys[r.n]
        and i.created_at > moment - interval '24 hours';
      if found then
        outcome := case when kept.request_hash = p_request_hashes[r.n] then kept.outcome || '{"stored":true}' else '{"outcome":"key_reused"}' end;
        return next;
        continue;
      end if;
    end if;

    -- Null for a request of which the cache has left nothing out, and without a deletion.
    if p_cached_at[r.n] <= last_deletion then
      outcome := '{"outcome":"stale_cache"}';
      return next;
      continue;
    end if;

    outcome := jsonb_build_object(
      'at', (extract(epoch from moment) * 1000)::bigint,
      'day', jsonb_build_object('limit', day_limit, 'used', day_used, 'resets_at', day_resets),
      'month', jsonb_build_object('limit', month_limit, 'used', month_used, 'resets_at', month_resets));
    room := least(day_limit - day_used, month_limit - month_used);
    if room <= 0 and not p_waits[r.n] then
      outcome := outcome || '{"outcome":"used_up"}';
      return next;
      continue;
    end if;

    -- A request that fits even without duplicates needs no look-up before the write.
    if p_dry_runs[r.n] or p_counts[r.n] > room then
      select coalesce(jsonb_agg(jsonb_build_array(p - p_starts[r.n], (extract(epoch from s.charged_at) * 1000)::bigint)), '[]')
      into seen
      from (
        select p, substring(p_hashes from p * 16 + 1 for 16) as hash
        from generate_series(p_starts[r.n], p_starts[r.n] + p_counts[r.n] - 1) p
        offset 0
      ) asked
      join url_seen s on s.account_id = r.account_id and s.url_hash = asked.hash
      where s.charged_at > moment - p_window and s.is_deletion = (p_actions[r.n] = 'delete');
      fresh := p_counts[r.n] - jsonb_array_length(seen);
      -- A request that waits comes here with nothing left too.
      if fresh > room and fresh > 0 then
        if p_waits[r.n] then
          outcome := outcome || jsonb_build_object('seen', seen) || keep_waiting(
            r.account_id, r.project_id, r.project, p_channels[r.n], p_actions[r.n] = 'delete',
            substring(p_hashes from p_starts[r.n] * 16 + 1 for p_counts[r.n] * 16),
            p_urls[p_starts[r.n] + 1 : p_starts[r.n] + p_counts[r.n]], seen, moment,
            -- The turn of a day submits whatever part the month has room for.
            to_timestamp(case when month_limit - month_used <= 0 then month_resets else day_resets end / 1000.0),
            p_max_waiting, p_preflights[r.n], p_dry_runs[r.n]);
          if outcome ->> 'outcome' = 'waiting' and not p_dry_runs[r.n] then
            if has_waiting and seen <> '[]' then
              perform drop_waiting(r.account_id, r.project_id, (
                select string_agg(substring(p_hashes from (p_starts[r.n] + (one -> 0)::integer) * 16 + 1 for 16), '')
                from jsonb_array_elements(seen) one));
            end if;
            has_waiting := true;
            last_deletion := case when p_actions[r.n] = 'delete' then extract(epoch from moment) * 1000 else last_deletion end;
            if p_keys[r.n] is not null then
              perform store_answer(r.account_id, r.project_id, p_keys[r.n], p_request_hashes[r.n],
                outcome || jsonb_build_object('channel', p_channels[r.n]), moment);
            end if;
          end if;
        else
          outcome := outcome || jsonb_build_object('outcome', 'over', 'needed', fresh);
        end if;
        return next;
        continue;
      end if;
      if p_dry_runs[r.n] then
        outcome := outcome || jsonb_build_object(
          'outcome', case when p_counts[r.n] + p_known[r.n] = 0 then 'nothing' else 'accepted' end, 'seen', seen);
        return next;
        continue;
      end if;
    end if;

    if p_counts[r.n] + p_known[r.n] = 0 then
      outcome := outcome || '{"outcome":"nothing"}';
      return next;
      continue;
    end if;

    insert into url_seen as s (account_id, url_hash, charged_at, batch_id, is_deletion)
    select r.account_id, substring(p_hashes from p * 16 + 1 for 16), moment, p_batch_ids[r.n], p_actions[r.n] = 'delete'
    from generate_series(p_starts[r.n], p_starts[r.n] + p_counts[r.n] - 1) p
    order by 2
    on conflict (account_id, url_hash) do update
    set charged_at = excluded.charged_at, batch_id = excluded.batch_id, is_deletion = excluded.is_deletion
    where s.charged_at <= moment - p_window or s.is_deletion <> excluded.is_deletion;
    get diagnostics fresh = row_count;

    fresh_urls := p_urls[p_starts[r.n] + 1 : p_starts[r.n] + p_counts[r.n]];
    seen := '[]';
    if fresh < p_counts[r.n] then
      select coalesce(array_agg(u.url order by u.n) filter (where s.batch_id = p_batch_ids[r.n]), '{}'),
             jsonb_agg(jsonb_build_array(u.n - 1, (extract(epoch from s.charged_at) * 1000)::bigint))
               filter (where s.batch_id <> p_batch_ids[r.n])
      into fresh_urls, seen
      from (
        select url, n, substring(p_hashes from (p_starts[r.n] + n::integer - 1) * 16 + 1 for 16) as hash
        from unnest(fresh_urls) with ordinality given (url, n)
        offset 0
      ) u
      join url_seen s on s.account_id = r.account_id and s.url_hash = u.hash;
    end if;

    if fresh > 0 and p_actions[r.n] = 'delete' then
      update account a set last_deletion_at = moment where a.account_id = r.account_id;
      last_deletion := extract(epoch from moment) * 1000;
    end if;

    if has_waiting then
      perform drop_waiting(r.account_id, r.project_id, substring(p_hashes from p_starts[r.n] * 16 + 1 for p_counts[r.n] * 16));
    end if;

    day_used := day_used + fresh;
    month_used := month_used + fresh;
    charged := charged + fresh;

    stored_as := p_batch_ids[r.n];
    if fresh = 0 then
      stored_as := encode(substring(sha256(convert_to(
        concat_ws(' ', r.project_id, r.token_id, p_channels[r.n], p_actions[r.n], today), 'UTF8')) for 16), 'hex')::uuid;
      without_batch := array_append(without_batch, row(r.account_id, stored_as, r.project_id, r.project, r.token_id,
        p_channels[r.n], p_actions[r.n], p_known[r.n] + p_counts[r.n], p_rejected[r.n], today, moment, moment)::duplicate_batch);
    else
      with committed as (
        insert into batch (account_id, batch_id, project_id, project, token_id, channel, action, urls, duplicates, rejected, day, month, created_at,
                           preflight, schedule)
        values (r.account_id, stored_as, r.project_id, r.project, r.token_id, p_channels[r.n], p_actions[r.n], fresh_urls,
                p_known[r.n] + p_counts[r.n] - fresh, p_rejected[r.n], today, this_month, moment,
                p_preflights[r.n], p_schedules[r.n]::jsonb)
      )
      insert into outbox (batch_id, account_id, project_id, traceparent)
      values (stored_as, r.account_id, r.project_id, p_traceparents[r.n]);
    end if;

    outcome := outcome || jsonb_build_object('outcome', 'accepted', 'batch_id', stored_as, 'seen', seen,
      'day', outcome -> 'day' || jsonb_build_object('used', day_used),
      'month', outcome -> 'month' || jsonb_build_object('used', month_used));

    if p_keys[r.n] is not null then
      perform store_answer(r.account_id, r.project_id, p_keys[r.n], p_request_hashes[r.n],
        outcome || jsonb_build_object('channel', p_channels[r.n]), moment);
    end if;
    return next;
  end loop;
  perform charge_quota(current_account, today, this_month, charged, day_limit, month_limit);
  perform count_duplicates(without_batch);
end
$$;
