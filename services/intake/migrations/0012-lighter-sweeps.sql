-- The ledger is swept in one walk over its pages (sweep-ledger.ts). Nothing else looks for marks by their time.
drop index url_seen_charged_at;

-- Of pages that came since the last vacuum such an index knows nothing, so that each sweep reads them: of a large table, on
-- which vacuum seldom falls, those of days. Now each stretch is summed up soon after it is full.
alter index batch_created_at set (autosummarize = on);
alter index idempotency_created_at set (autosummarize = on);
