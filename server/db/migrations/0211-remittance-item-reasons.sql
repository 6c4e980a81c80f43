-- Why an adjustment stands in a settlement, as it was when that was cut; empty for the others.
alter table remittance_items add column reason text not null default '';
-- A word that names what an earlier one has named, or what a closed settlement had first.
create index provider_settlement_lines_named on provider_settlement_lines (merchant_id, environment, kind, ref)
  where outcome in ('settled', 'known');
