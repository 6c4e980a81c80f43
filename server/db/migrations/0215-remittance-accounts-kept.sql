-- What a provider is told of the account, sealed, while it may have to be told again; nothing is left of it once that has ended.
alter table remittances add column account_sealed bytea;
alter table remittances add constraint remittances_account_kept check (account_sealed is null or status = 'Processing') not valid;
alter table remittances validate constraint remittances_account_kept;

-- An open settlement is sent where the terms in force say, so one is open of each source currency. Items are taken at the cut, so one that was
-- opened beside it has none.
delete from remittances r where status = 'Open' and exists (
  select 1 from remittances other where other.merchant_id = r.merchant_id and other.environment = r.environment and other.status = 'Open'
    and other.source_currency = r.source_currency and (other.period_from, other.settlement_ref) < (r.period_from, r.settlement_ref));
drop index remittances_one_open;
create unique index remittances_one_open on remittances (merchant_id, environment, source_currency) where status = 'Open';

-- Who the account's holder may be by the operator's lists, for which it was last held.
alter table remittances add column screening_matches text[] not null default '{}';
create index remittances_screened on remittances (merchant_id, environment) where screening_matches <> '{}';
