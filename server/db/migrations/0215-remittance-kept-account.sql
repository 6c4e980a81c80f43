-- What a provider is told of the account, sealed, while it may have to be told again; nothing is left of it once that has ended.
alter table remittances add column account_sealed bytea;
alter table remittances add constraint remittances_account_kept check (account_sealed is null or status = 'Processing') not valid;
alter table remittances validate constraint remittances_account_kept;
