-- Who is not told, although their roles make it theirs: whoever did it.
alter table notices add column except_sub_user uuid;

-- What the limits of a currency are also for: above how many open exceptions, or which sum of them, people are told.
alter table recon_decision_limits
  add column notice_count integer check (notice_count >= 0),
  add column notice_amount numeric(30, 8) check (notice_amount >= 0),
  -- Open exceptions are above it, and people know.
  add column is_above boolean not null default false;

create index recon_proposals_waiting on recon_proposals (merchant_id, environment, msm_id) where state = 'proposed';

-- What was decided or lifted since a run began, which that run has not seen.
create index recon_decisions_newest on recon_decisions (merchant_id, environment, msm_id, decided_at);
create index recon_decisions_lifted on recon_decisions (merchant_id, environment, msm_id, lifted_at) where lifted_at is not null;
