-- Whose channels a merchant takes payments by follows its master and its switch: the program lends when it changes either of
-- them (`server/merchants/lend.ts`). The triggers of merchants that lend too are for versions before, and go a version later; a
-- divided database has none, since each machine that holds merchants would lend.

-- For the program, of merchants of its scope alone.
create function lend_anew_to(served uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (served = any (scope_merchants())) is not true then
    raise exception 'a merchant outside the scope';
  end if;
  perform lend_channels(served);
end $$;
revoke execute on function lend_anew_to from public;
grant execute on function lend_anew_to to countinghouse_app;

create or replace function lend_anew() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare served uuid;
begin
  for served in
    select m.merchant_id from merchants m where m.master_id = coalesce(new.merchant_id, old.merchant_id) and m.use_master_creds
  loop
    perform lend_channels(served);
  end loop;
  return null;
end $$;
