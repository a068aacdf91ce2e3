-- The accounts that have something due, in turn: one descent for each, whatever number of hosts it has and whether they are
-- due or not. Within an account the dispatcher goes on along deliveries_due.
create index deliveries_due_of_account on deliveries (channel, via, account_id, next_at) where next_at is not null;

-- The same for endpoints that customers have set, account by account. It holds no row that goes to the operator's endpoint.
create index deliveries_due_elsewhere on deliveries (channel, account_id, via, next_at)
  where next_at is not null and via <> '';
