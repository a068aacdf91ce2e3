-- Since when the account is suspended: its keys and its password are refused, and its limits are told as zero. A service
-- of the version before does not know it, and lets the account in until it is replaced.
alter table account add column suspended_at timestamptz(3);
