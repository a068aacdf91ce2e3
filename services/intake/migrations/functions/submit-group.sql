-- What the version before calls: the same without what it does not know.
-- TO BE DROPPED by a migration of the next version.
-- safe beside the version before: a deletion ends the window of updates for it too; its own deletions have rows of their own.
create or replace function submit_group(
  p_token_hashes bytea[],
  p_batch_ids uuid[],
  p_keys text[],
  p_request_hashes bytea[],
  p_channels text[],
  p_actions text[],
  p_starts integer[],
  p_counts integer[],
  p_hashes bytea,
  p_urls text[],
  p_known integer[],
  p_rejected integer[],
  p_dry_runs boolean[],
  p_traceparents text[],
  p_window interval
) returns table (request integer, outcome jsonb)
language sql volatile
as $$
  select request, outcome from commit_submissions(
    p_token_hashes, p_batch_ids, p_keys, p_request_hashes, p_channels, p_actions, p_starts, p_counts, p_hashes, p_urls, p_known,
    array_fill(null::bigint, array[cardinality(p_token_hashes)]), p_rejected, p_dry_runs,
    array_fill(false, array[cardinality(p_token_hashes)]), p_traceparents, p_window, 0,
    array_fill(false, array[cardinality(p_token_hashes)]), array_fill(null::text, array[cardinality(p_token_hashes)]))
$$;
