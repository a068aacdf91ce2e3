-- Finds what is over; rows come in the order of their time, so that a small index is enough.
create index batch_created_at on batch using brin (created_at);
