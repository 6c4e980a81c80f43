-- The newest rate of a currency that is not after a day.
create index reference_rates_of_currency on reference_rates (currency, day);
