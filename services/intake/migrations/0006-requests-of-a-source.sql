-- The newest calls of one source, and the last of each. Calls of /submit are not in it.
create index webhook_request_of_source on webhook_request (account_id, project_id, source_id, received_at, request_id)
  where source_id is not null;
