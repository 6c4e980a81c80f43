-- A statement names its environment itself, so PostgreSQL compares that with the wall's once, ahead of its rows: whether
-- the wall's is asked in a query of its own or not. Without one it is cheaper to begin, which is most of a statement that
-- finds one row. That there are merchants to stay with is seen by their text, as those are read elsewhere.

create or replace function scope_environment() returns text language sql stable parallel safe
  return case current_setting('app.merchants')
    when '' then current_setting('app.merchants')::uuid[]::text
    else current_setting('app.environment')
  end;

do $$
declare
  wall record;
  asked text;
begin
  for wall in select schemaname, tablename, qual from pg_policies where policyname = 'scope' and qual like '%scope_environment()%' loop
    asked := replace(wall.qual, '( SELECT scope_environment() AS scope_environment)', 'scope_environment()');
    execute format('alter policy scope on %I.%I using (%s)', wall.schemaname, wall.tablename, asked);
  end loop;
end $$;

create or replace procedure guard(guarded regclass, with_environment boolean default true) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', guarded);
  execute format('alter table %s force row level security', guarded);
  execute format('create policy scope on %s to countinghouse_app using ((merchant_id = any ((select scope_merchants())::uuid[])) is true%s)
      with check ((merchant_id = any (scope_merchants())) is true%s)', guarded,
    case when with_environment then ' and environment = scope_environment()' else '' end,
    case when with_environment then ' and environment = scope_environment()' else '' end);
  execute format('create policy owner on %s to %I using (true)', guarded, current_user);
end $$;
