-- Subscriptions to the hubs that watched feeds name (WebSub, ADR 87).
create table hub_subscription (
  -- In the address of its callback. To deliver takes the secret as well.
  token text collate "C" primary key,
  account_id uuid not null,
  project_id uuid not null,
  watch_id text collate "C" not null,
  hub text collate "C" not null,
  topic text collate "C" not null,
  -- Sealed under SETTINGS_KEY.
  secret text collate "C" not null,
  created_at timestamptz not null default clock_timestamp(),
  -- No longer wanted: the hub is asked to end it, then the row goes.
  ends boolean not null default false,
  -- When the hub is asked next; while it is asked, when another copy may.
  next_at timestamptz not null,
  -- Of the request that is under way, or that was the last one.
  lease uuid,
  -- The hub has accepted the last request, and has until next_at to verify it.
  accepted boolean not null default false,
  -- Requests in a row that came to nothing.
  attempts smallint not null default 0,
  requested_at timestamptz,
  verified_at timestamptz,
  expires_at timestamptz,
  denied_at timestamptz,
  last_delivery_at timestamptz,
  -- Why it is not active, in a sentence.
  problem text
);
create unique index hub_subscription_of_watch on hub_subscription (account_id, project_id, watch_id) where not ends;
create index hub_subscription_next_at on hub_subscription (next_at);

-- The scan that the hub of a feed has asked for, and when the last such scan began: one a minute.
alter table watch add column push_due_at timestamptz;
alter table watch add column pushed_at timestamptz;
