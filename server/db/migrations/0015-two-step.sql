-- Whether a second factor is asked of the sub-user whenever they sign in.
alter table sub_users add column if not exists is_2fa_enabled boolean not null default false;
