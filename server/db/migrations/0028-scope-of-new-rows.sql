-- What is written is a row or a few: asked of each row, whose it is costs half of what two questions ahead of the
-- statement do, which only reading many rows is worth.

do $$
declare
  wall record;
  asked text;
begin
  for wall in select schemaname, tablename, qual from pg_policies where policyname = 'scope' loop
    asked := replace(wall.qual, '( SELECT scope_merchants() AS scope_merchants)', 'scope_merchants()');
    asked := replace(asked, '( SELECT scope_environment() AS scope_environment)', 'scope_environment()');
    execute format('alter policy scope on %I.%I with check (%s)', wall.schemaname, wall.tablename, asked);
  end loop;
end $$;

create or replace procedure guard(guarded regclass, with_environment boolean default true) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', guarded);
  execute format('alter table %s force row level security', guarded);
  execute format('create policy scope on %s to countinghouse_app using ((merchant_id = any ((select scope_merchants())::uuid[])) is true%s)
      with check ((merchant_id = any (scope_merchants())) is true%s)', guarded,
    case when with_environment then ' and environment = (select scope_environment())' else '' end,
    case when with_environment then ' and environment = scope_environment()' else '' end);
  execute format('create policy owner on %s to %I using (true)', guarded, current_user);
end $$;
