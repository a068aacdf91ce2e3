-- Requests that the account's plan allows a minute at the webhook; null is none of its own.
alter table account add column requests_per_minute bigint check (requests_per_minute >= 0);
