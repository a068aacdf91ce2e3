-- Puts the URLs of a request that are no duplicates on the waiting list of their project, and returns the outcome of the
-- request: "waiting", or "waiting_full" if the list would have more than p_max_waiting URLs; then nothing is kept. A URL that
-- waits already keeps its place and gets the newer action and check. The list is looked at at the earlier of the moments that
-- its requests ask for. A dry run keeps nothing.
--
-- commit_submissions has locked the account's row and works for that account.
-- safe beside the version before: a new function.
create or replace function keep_waiting(
  p_account uuid,
  p_project_id uuid,
  p_project text,
  p_channel text,
  p_is_deletion boolean,
  p_hashes bytea,
  p_urls text[],
  p_seen jsonb,              -- positions of duplicates, as the outcome has them
  p_moment timestamptz,
  p_due_at timestamptz,
  p_max_waiting integer,
  p_preflight boolean,
  p_dry_run boolean
) returns jsonb
language plpgsql volatile
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  fresh_hashes bytea[];
  fresh_urls text[];
  listed integer;
  added integer;
begin
  select array_agg(substring(p_hashes from (n::integer - 1) * 16 + 1 for 16)), array_agg(url) into fresh_hashes, fresh_urls
  from unnest(p_urls) with ordinality given (url, n)
  where n - 1 <> all (array(select (position -> 0)::bigint from jsonb_array_elements(p_seen) position));

  select w.urls into listed from waiting_list w where w.account_id = p_account and w.project_id = p_project_id;
  listed := coalesce(listed, 0);
  added := cardinality(fresh_hashes);
  -- Far from the limit it does not matter how many of them wait already.
  if listed > 0 and listed + added > p_max_waiting then
    select count(*) into added from unnest(fresh_hashes) fresh (hash)
    where not exists (
      select from waiting_url w
      where w.account_id = p_account and w.project_id = p_project_id and w.url_hash = fresh.hash);
  end if;
  if listed + added > p_max_waiting then
    return jsonb_build_object('outcome', 'waiting_full', 'needed', cardinality(fresh_hashes), 'waiting', listed,
      'max_waiting', p_max_waiting);
  end if;

  if not p_dry_run then
    with kept as (
      insert into waiting_url (account_id, project_id, url_hash, channel, url, is_deletion, waiting_since, preflight)
      select p_account, p_project_id, fresh.hash, p_channel, fresh.url, p_is_deletion, p_moment, p_preflight
      from unnest(fresh_hashes, fresh_urls) fresh (hash, url)
      order by fresh.hash
      on conflict (account_id, project_id, url_hash) do update
      set channel = excluded.channel, url = excluded.url, is_deletion = excluded.is_deletion, preflight = excluded.preflight
      -- xmax is 0 on a row that was inserted.
      returning xmax = 0 as is_new
    )
    select count(*) into added from kept where is_new;

    insert into waiting_list as w (account_id, project_id, project, urls, due_at)
    values (p_account, p_project_id, p_project, added, p_due_at)
    on conflict (account_id, project_id) do update
    set urls = w.urls + excluded.urls, due_at = least(w.due_at, excluded.due_at);

    -- A deletion that waits has to be found by the next update of its URL, whatever the dedupe cache says of that.
    update account a
    set has_waiting = true, last_deletion_at = case when p_is_deletion then p_moment else a.last_deletion_at end
    where a.account_id = p_account and (p_is_deletion or not a.has_waiting);
  end if;
  return jsonb_build_object('outcome', 'waiting', 'waiting', cardinality(fresh_hashes));
end
$$;
