-- Which languages there are is said in one place, i18n/languages.ts: a new one needs no migration.
alter table payment_links drop constraint payment_links_language;
alter table notification_languages drop constraint notification_languages_language;

-- What a message is written in, for its HTML. The default is for what the version before still writes.
alter table messages add column language text not null default 'en';
