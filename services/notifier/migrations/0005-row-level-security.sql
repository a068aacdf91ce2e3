-- The account in whose name a connection works: see libs/postgres, which guards every table that has an account_id with
-- it. Null, and so no row, for a connection that says nothing.
create function account_in_charge() returns uuid
stable parallel safe language sql
as $$ select nullif(nullif(current_setting('pagebell.account', true), ''), 'every')::uuid $$;
