-- The delivery log of all projects of an account, by status.
create index deliveries_of_account_by_status on deliveries (account_id, status, submitted_at, id)
  where status <> 'delivered';
