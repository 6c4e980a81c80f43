-- The wall asked for the scope's environment again for every row. Like the merchants it is now read once a statement.

do $$
declare
  wall record;
  once text;
begin
  for wall in select schemaname, tablename, qual from pg_policies where policyname = 'scope' and qual like '%scope_environment()%' loop
    once := replace(wall.qual, 'scope_environment()', '(select scope_environment())');
    execute format('alter policy scope on %I.%I using (%s)', wall.schemaname, wall.tablename, once);
  end loop;
end $$;

create or replace procedure guard(guarded regclass, with_environment boolean default true) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', guarded);
  execute format('alter table %s force row level security', guarded);
  execute format('create policy scope on %s to countinghouse_app using ((merchant_id = any ((select scope_merchants())::uuid[])) is true%s)', guarded,
    case when with_environment then ' and environment = (select scope_environment())' else '' end);
  execute format('create policy owner on %s to %I using (true)', guarded, current_user);
end $$;
