-- A batch may go by several channels: a URL then has a row for each.
alter table deliveries drop constraint deliveries_account_id_batch_id_url_hash_key;
alter table deliveries add constraint deliveries_once unique (account_id, batch_id, url_hash, channel);
