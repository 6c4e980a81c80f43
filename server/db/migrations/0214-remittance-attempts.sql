-- The attempts of earlier settlements beyond their first, whose fees are in this one's transfer fee: [{settlement_ref, attempts, fee_minor}].
alter table remittances add column further_attempts jsonb not null default '[]';

-- A period that is over is not cut either while nobody says at which rate.
alter table remittances drop constraint remittances_uncut;
alter table remittances add constraint remittances_uncut check (uncut in ('', 'below_minimum', 'beyond_reserve', 'no_rate')) not valid;
alter table remittances validate constraint remittances_uncut;
