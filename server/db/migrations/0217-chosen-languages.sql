-- The language that a user has chosen for the console and mails, and the merchant's for those who have chosen none.
-- Empty for none; which languages there are is said in i18n/languages.ts.
alter table sub_users add column language text not null default '';
alter table merchants add column language text not null default '';
