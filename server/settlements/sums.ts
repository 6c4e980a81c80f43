import { exponentOf, isoCurrencyCodes } from '#contract/iso-currencies.ts'
import { matchedTypes } from '#contract/recon-outcomes.ts'

/** Of an outcome that holds now. */
export const holds = 'until_run = 2147483647'
/** The currency of a line's settlement, and what the line adds to it: the net that it states, else the one that gross and charges make. */
export const settledIn = (o: string): string => `coalesce(nullif(${o}.net_currency, ''), ${o}.currency)`
export const netOf = (o: string): string => `coalesce(${o}.net, ${o}.gross - ${o}.fee - ${o}.tax - ${o}.passed_on, 0)`
/** Its gross in the settlement's currency. */
export const grossOf = (o: string): string =>
  `case when ${o}.gross is not null and ${o}.currency = ${settledIn(o)} then ${o}.gross else ${netOf(o)} + ${o}.fee + ${o}.tax + ${o}.passed_on end`
export const isMatchedType = (o: string): string =>
  `${o}.type in (${matchedTypes.map((type) => `'${type}'`).join(', ')})`

/** How many decimals each currency has, as a table `units (unit, exponent)`; one that is no currency of ISO 4217 has two. */
export const units = `(select * from unnest('{${isoCurrencyCodes.join(',')}}'::text[],
  '{${isoCurrencyCodes.map((code) => exponentOf(code) ?? 2).join(',')}}'::integer[]) u (unit, exponent))`

const kinds = {
  gross: `l.type = 'payment'`,
  refunds: `l.type in ('refund', 'refund_reversal')`,
  chargebacks: `l.type in ('chargeback', 'chargeback_reversal')`,
}
const sumWhere = (what: string, condition: string) => `coalesce(sum(${what}) filter (where ${condition}), 0)`
const isLine = `l.type <> 'payout'`
const parts = [
  ...Object.entries(kinds).map(([name, condition]) => `${sumWhere('l.in_gross', condition)} as ${name}`),
  ...(['fee', 'tax', 'passed_on'] as const).map(
    (name) => `${sumWhere(`l.${name}`, isMatchedType('l'))} as ${name === 'fee' ? 'fees' : name}`,
  ),
].join(', ')
/** The sums of one settlement, by which it is compared too. All that is no payment, refund, chargeback or charge of one is an adjustment. */
export const sumNames = ['first_on', 'last_on', 'lines', 'open', 'gross', 'refunds', 'chargebacks', 'fees', 'tax', 'passed_on', 'adjustments', 'computed', 'payout', 'proof'] as const // prettier-ignore

/**
 * What the lines of some batches come to, by batch, account and currency. A payout is taken from the balance, and given to one that is less than
 * nothing, whatever sign the file gives it.
 * `touched` names these. The collation is that of the index recon_outcomes_of_batch, which another one would not use.
 */
export const summed = (touched: string): string => `
  select k.batch, k.account, k.currency, first_on, last_on, lines, open, gross, refunds, chargebacks, fees, tax, passed_on,
    computed - gross - refunds - chargebacks + fees + tax + passed_on as adjustments, computed, payout, computed - payout as proof
  from (select b.*, case when abs(b.computed - b.paid) <= abs(b.computed + b.paid) then b.paid else -b.paid end as payout
  from (select t.batch, t.account, t.currency, min(l.booked_on) as first_on, max(l.booked_on) as last_on,
      (count(l.key) filter (where ${isLine}))::integer as lines, (count(distinct l.group_id) filter (where l.is_open))::integer as open, ${parts},
      ${sumWhere('l.in_net', isLine)} as computed, -sum(l.in_net) filter (where l.type = 'payout') as paid
    from ${touched} t left join lateral (
      select o.*, ${netOf('o')} as in_net, ${grossOf('o')} as in_gross from recon_outcomes o
      where o.merchant_id = $1 and o.environment = $2 and o.msm_id = $3 and o.side = 'b' and o.${holds} and o.batch = t.batch collate "default" and o.batch <> ''
        and o.data_source = t.data_source and o.account_id = t.account and ${settledIn('o')} = t.currency) l on true
    group by t.batch, t.account, t.currency) b) k`
