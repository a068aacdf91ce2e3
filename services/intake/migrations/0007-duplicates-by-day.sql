-- Answers how many duplicates an account sent day by day without a look at its batches; most batches have none.
create index batch_duplicates on batch (account_id, day) include (duplicates) where duplicates > 0;
