-- safe beside the version before: it knows one endpoint a project, named default, under the id of the project. That one stays
-- as it is. The others have their own id in that column, which the version before reads as the id of a project that nobody
-- asks for; it sends, records and retries their events like any other. The constraint that goes deletes nothing that it needs.
alter table event_endpoints
  add column name text not null default 'default',
  -- The project of an endpoint that is not the one named default.
  add column additional_to uuid,
  add column of_project uuid not null generated always as (coalesce(additional_to, project_id)) stored,
  -- The Idempotency-Key that created it.
  add column created_by text;

-- Renamed when no copy of the version before runs any longer (ADR 73).
comment on column event_endpoints.project_id is
  'The key of the endpoint: the id of the project for the one named default, its own id for each other one.';
comment on column outbound_events.project_id is 'The key of the endpoint.';

create index event_endpoints_of_project on event_endpoints (account_id, of_project);

-- The header webhook-id, the same at every endpoint that gets the event; the id of the row if null.
alter table outbound_events add column webhook_id uuid;

-- A project whose endpoint named default is missing may have others that subscribe to the end of a batch.
alter table watched_batches drop constraint watched_batches_account_id_project_id_fkey;
