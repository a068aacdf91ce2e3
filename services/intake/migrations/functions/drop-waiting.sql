-- Takes URLs, whatever their action, from the waiting list of their project: a newer request with them has been accepted, or
-- they themselves have been. commit_submissions has locked the account's row and works for that account.
-- safe beside the version before: a new function.
create or replace function drop_waiting(p_account uuid, p_project_id uuid, p_hashes bytea) returns void
language plpgsql volatile
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  dropped integer;
begin
  -- An array and no join: each hash is looked up in the key, however many URLs the planner expects to wait.
  delete from waiting_url w
  where w.account_id = p_account and w.project_id = p_project_id
    and w.url_hash = any (array(
      select substring(p_hashes from p * 16 + 1 for 16) from generate_series(0, length(p_hashes) / 16 - 1) p));
  get diagnostics dropped = row_count;
  if dropped = 0 then
    return;
  end if;

  update waiting_list w set urls = w.urls - dropped where w.account_id = p_account and w.project_id = p_project_id;
  delete from waiting_list w where w.account_id = p_account and w.project_id = p_project_id and w.urls = 0;
  if found then
    update account a set has_waiting = exists (select from waiting_list w where w.account_id = p_account)
    where a.account_id = p_account;
  end if;
end
$$;
