-- Senders that post what they send natively, each with its own token; several for a project. A source never changes hands.
create table source (
  account_id uuid not null references account,
  source_id uuid not null,
  project_id uuid not null,
  project text not null,
  kind text not null,
  name text not null,
  enabled boolean not null default true,
  token_id uuid not null,
  token_hash bytea not null unique,
  last_four text not null,
  -- The token before, for the time of grace after a rotation.
  previous_token_id uuid,
  previous_token_hash bytea unique,
  previous_last_four text,
  previous_accepted_until timestamptz,
  -- By which the sender signs, sealed under SETTINGS_KEY for this row; null where nothing is verified. The secret before it is
  -- valid until its time has come.
  secret text,
  previous_secret text,
  previous_secret_until timestamptz,
  -- Null for the rules of the kind, which may change with a version of Pagebell.
  rules jsonb,
  -- CIDRs that requests may come from; empty for any.
  allow_ips text[] not null default '{}' check (cardinality(allow_ips) <= 50),
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (account_id, source_id)
) with (fillfactor = 70);
create index source_of_project on source (account_id, project_id, created_at, source_id);

-- The URLs of published pages under the sender's ids (the first 16 bytes of the SHA-256), so that a deletion that names only
-- an id finds its URL. Kept as long as the source: a page may be deleted years later.
create table source_item (
  account_id uuid not null,
  source_id uuid not null,
  item bytea not null check (length(item) = 16),
  url text not null,
  seen_at timestamptz not null,
  primary key (account_id, source_id, item)
) with (fillfactor = 85);

-- Ids of deliveries that were submitted within 24 hours, by the same hash: a repeated one changes nothing.
create table source_delivery (
  account_id uuid not null,
  source_id uuid not null,
  delivery bytea not null check (length(delivery) = 16),
  received_at timestamptz not null,
  primary key (account_id, source_id, delivery)
);
create index source_delivery_received_at on source_delivery using brin (received_at) with (autosummarize = on);

-- Of a call of a source: what was made of it. Names of fields that were missing, never their values.
alter table webhook_request add column source_id uuid;
alter table webhook_request add column verdict text;
alter table webhook_request add column event text;
alter table webhook_request add column missing text[];
