-- Of the records that have a plan: what they are of, and what was charged.
alter table recon_sums
  add column planned_gross numeric(30, 8) not null default 0,
  add column planned_charges numeric(30, 8) not null default 0;

-- How many transactions of a day were settled on which: days to settlement are told from a few rows of each day.
create table recon_delays (
  merchant_id uuid not null,
  environment text not null,
  msm_id integer not null,
  day date not null,
  settled_on date not null,
  currency text not null,
  records integer not null,
  primary key (merchant_id, environment, msm_id, day, settled_on, currency),
  foreign key (merchant_id, environment, msm_id) references recon_pairs
);
call guard('recon_delays');
grant select, insert, update, delete on recon_delays to countinghouse_app;

-- Money under way, by the day that it is due.
create index recon_outcomes_due on recon_outcomes (merchant_id, environment, due_on)
  where until_run = 2147483647 and side = 'a' and due_on is not null;
