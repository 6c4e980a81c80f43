-- The event of an advance that is under way: whose it is, and the latest entry of that timeline before it. What comes after that entry
-- is what the event came to.

alter table test_clocks
  add column acting_on text collate "C" not null default '',
  add column acting_after uuid;
