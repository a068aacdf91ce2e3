-- A message belongs to an account, so that row-level security shows a connection its own account's messages alone, as in
-- intake. The version before does not name the column: its rows belong to the account that it works for.
alter table outbox add column account_id uuid;
alter table outbox alter column account_id set default account_in_charge();
update outbox set account_id = (body->>'account_id')::uuid;

-- A set-up token belongs to nobody yet: no connection that works for an account sees one.
-- safe beside the version before: it looks set-up tokens up by connections that work for no account.
alter table setup_token enable row level security;
create policy no_account on setup_token using ((select current_setting('pagebell.account', true)) = 'every');
