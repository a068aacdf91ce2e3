-- Accounts take turns: of each the endpoint that has been ready longest, whatever number of others it has that rest.
create index event_endpoints_ready on event_endpoints (account_id, (greatest(due_at, free_at))) where due_at is not null;
-- What an account has under way.
create index event_endpoints_leased on event_endpoints (account_id) where lease is not null;
