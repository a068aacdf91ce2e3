-- Calls of webhooks for seven days, those that were refused too; for the customer, who sees neither bodies nor tokens in it.
-- Not a record: intake writes it after the answer, in groups, and what it holds is lost if it is killed. Several calls of
-- one second may be one row.
create table webhook_request (
  account_id uuid not null,
  project_id uuid not null,
  received_at timestamptz not null,
  request_id uuid not null,
  requests integer not null default 1,
  address text not null,
  agent text,
  status smallint not null,
  refused boolean not null generated always as (status >= 400) stored,
  code text,
  message text,
  fields text[] not null,
  channel text,
  action text,
  dry_run boolean not null,
  urls integer not null,
  accepted integer not null,
  duplicates integer not null,
  rejected integer not null,
  batch_id uuid,
  primary key (account_id, project_id, received_at, request_id)
);
create index webhook_request_refused on webhook_request (account_id, project_id, refused, received_at, request_id);
create index webhook_request_received_at on webhook_request using brin (received_at) with (autosummarize = on);
