-- Why a run is wanted, and since when: a burst of changes makes one run.
alter table recon_pairs
  add column wanted_since timestamptz,
  add column wanted_causes jsonb not null default '[]',
  -- When the run of the next working day begins, and when the results of one are due; null before the first run.
  add column next_run_at timestamptz,
  add column next_due_at timestamptz;
create index recon_pairs_next_run on recon_pairs (merchant_id, environment, next_run_at) where next_run_at is not null;
create index recon_pairs_next_due on recon_pairs (merchant_id, environment, next_due_at) where next_due_at is not null;

-- When the worker of a run was last there: another takes the run over when it has been away for long.
alter table recon_runs add column alive_at timestamptz;
create index recon_runs_under_way on recon_runs (merchant_id, environment, asked_at) where status in ('queued', 'running');
create index recon_runs_of_digest on recon_runs (merchant_id, environment, digest) where digest <> '';

-- What two runs say differently. The first run of a pair is not among them, and what holds still has no end.
create index recon_outcomes_begun on recon_outcomes (merchant_id, environment, msm_id, from_run, key) where from_run > 1;
create index recon_outcomes_ended on recon_outcomes (merchant_id, environment, msm_id, until_run, key) where until_run < 2147483647;

-- Rules that somebody tries out. What they would change is shown, and nothing of it is kept in the outcomes.
create table recon_dry_runs (
  merchant_id uuid not null,
  environment text not null,
  dry_run_id uuid not null,
  msm_id integer not null,
  -- The version of the rules that it was compared with.
  base_version integer not null,
  -- A list of ReconRule.
  rules jsonb not null,
  status text not null constraint recon_dry_runs_status check (status in ('queued', 'running', 'done', 'failed')),
  result jsonb,
  reason text not null default '',
  tries integer not null default 0,
  asked_by text not null,
  asked_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id, environment, dry_run_id),
  foreign key (merchant_id, environment, msm_id) references recon_pairs,
  check ((status = 'done') = (result is not null))
);
create index recon_dry_runs_under_way on recon_dry_runs (merchant_id, environment, asked_at) where status in ('queued', 'running');
call guard('recon_dry_runs');
grant select, insert, update on recon_dry_runs to countinghouse_app;
