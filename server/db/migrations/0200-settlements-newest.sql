-- Newest first, in the order in which lists go on: by the text of the id.
create index settlements_in_order on settlements (merchant_id, environment, created_at, (settlement_id::text collate "C"));
drop index settlements_newest;
