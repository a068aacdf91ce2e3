-- Keeps the outcome of a request for its Idempotency-Key. commit_submissions has locked the account's row.
-- safe beside the version before: a new function.
create or replace function store_answer(
  p_account uuid, p_project_id uuid, p_key text, p_request_hash bytea, p_outcome jsonb, p_moment timestamptz
) returns void
language plpgsql volatile
as $$
begin
  insert into idempotency as i (account_id, project_id, operation, key, request_hash, outcome, created_at)
  values (p_account, p_project_id, 'submit', p_key, p_request_hash, p_outcome, p_moment)
  on conflict (account_id, project_id, operation, key) do update
  set request_hash = excluded.request_hash, outcome = excluded.outcome, created_at = excluded.created_at;
end
$$;
