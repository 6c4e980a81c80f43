-- The audit log as a chain for each merchant and environment; docs/audit-log.md says how it is made and checked.

-- `mac` is over the row's content, under a key that is not in the database. `link` ties the row to its place: it is over
-- the link before it, `seq` and `mac`, under a key of the row's own. Rows from before the chain have none of these.
alter table audit_events
  add column seq bigint,
  add column key_id bytea,
  add column mac bytea,
  add column link bytea;
create unique index audit_events_by_seq on audit_events (merchant_id, environment, seq);

-- A page of the log and its filters; `event_id` as the text that a cursor carries.
drop index audit_events_newest;
create index audit_events_newest on audit_events (merchant_id, environment, at, (event_id::text collate "C"));
create index audit_events_by_object on audit_events (merchant_id, environment, object_ref, at);
create index audit_events_by_actor on audit_events (merchant_id, environment, actor_id, at);
create index audit_events_by_action on audit_events (merchant_id, environment, action, at);
create index audit_events_by_request on audit_events (merchant_id, environment, request_id);
create index audit_events_unchained on audit_events (merchant_id, environment, event_id) where seq is null;

-- Where each chain ends. Whoever adds a row holds this one until the commit, so that there are no gaps.
create table audit_heads (
  merchant_id uuid not null references merchants,
  environment text not null,
  seq bigint not null,
  link bytea not null,
  primary key (merchant_id, environment)
) with (fillfactor = 50);

-- What a worker had verified of a chain at a moment, sealed: after it, neither the end of the chain nor all of it can be
-- taken away or made anew unnoticed. Workers keep copies outside the database.
create table audit_anchors (
  merchant_id uuid not null references merchants,
  environment text not null,
  seq bigint not null,
  link bytea not null,
  at timestamptz not null,
  key_id bytea not null,
  mac bytea not null,
  primary key (merchant_id, environment, seq)
);

-- How many rows there were before the chain, and what they were, sealed once.
create table audit_unchained (
  merchant_id uuid not null references merchants,
  environment text not null,
  events bigint not null,
  digest bytea not null,
  at timestamptz not null,
  key_id bytea not null,
  mac bytea not null,
  primary key (merchant_id, environment)
);

-- What the workers' checks have come to, for people to see. The verifier believes nothing of it.
create table audit_checks (
  merchant_id uuid not null references merchants,
  environment text not null,
  verified_seq bigint not null,
  verified_at timestamptz not null,
  -- The first row that does not hold, and what is wrong with it; empty while all do.
  found_seq bigint,
  finding text not null default '',
  primary key (merchant_id, environment)
);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'integrity_constraint_violation';
end $$;
create trigger append_only before update or delete on audit_events for each row execute function refuse_audit_change();
create trigger never_emptied before truncate on audit_events execute function refuse_audit_change();
create trigger append_only before update or delete on audit_anchors for each row execute function refuse_audit_change();
create trigger never_emptied before truncate on audit_anchors execute function refuse_audit_change();
create trigger append_only before update or delete on audit_unchained for each row execute function refuse_audit_change();
create trigger never_emptied before truncate on audit_unchained execute function refuse_audit_change();
create trigger never_back before update on audit_heads for each row when (new.seq <> old.seq + 1)
  execute function refuse_audit_change();
create trigger never_gone before delete on audit_heads for each row execute function refuse_audit_change();
create trigger never_emptied before truncate on audit_heads execute function refuse_audit_change();

-- The chains that there are and that there may be, with where their heads say that they end; for the workers' checks.
create function audit_chains() returns table (merchant_id uuid, environment text, seq bigint)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select c.merchant_id, c.environment, coalesce(h.seq, 0)
  from (select a.merchant_id, a.environment from audit_heads a
    union select p.merchant_id, p.environment from payment_channels p) c
  left join audit_heads h on h.merchant_id = c.merchant_id and h.environment = c.environment;
end;
revoke execute on function audit_chains, refuse_audit_change from public;
grant execute on function audit_chains to countinghouse_app;

grant select, insert, update on audit_heads, audit_checks to countinghouse_app;
grant select, insert on audit_anchors to countinghouse_app;
grant select on audit_unchained to countinghouse_app;
call guard('audit_heads');
call guard('audit_anchors');
call guard('audit_unchained');
call guard('audit_checks');
