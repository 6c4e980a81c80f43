import { brokenBy, plainly, type Broken } from './statement-rules.ts'

/**
 * Parts of statements that break a rule and stay for now, as of 2026-11-22; the list only shrinks. With them taken out,
 * the rest of the statement has to keep the rules.
 */
export const exceptions: readonly { rule: Broken; part: string; why: string }[] = [
  {
    rule: 'merchant not named',
    part: 'from payment_channels where merchant_id = any (scope_merchants())',
    why: 'the name of the channel in a list that may be of several merchants',
  },
  ...[
    'from page_stocks s where s.merchant_id = payment_pages.merchant_id',
    'from page_sums t where t.merchant_id = payment_pages.merchant_id',
    'from page_deltas d where d.merchant_id = payment_pages.merchant_id',
    'from merchants m where m.merchant_id = payment_pages.merchant_id',
    'from payment_channels c join payment_methods w on w.merchant_id = c.merchant_id',
  ].map((part) => ({
    rule: 'merchant not named' as const,
    part,
    why: 'stock, sums and availability in a list of pages that may be of several merchants (2026-11-23)',
  })),
  ...[
    'from subscription_sums s where s.merchant_id = prices.merchant_id',
    'from subscription_deltas d where d.merchant_id = prices.merchant_id',
  ].map((part) => ({
    rule: 'merchant not named' as const,
    part,
    why: 'how many subscribe, in a list of prices that may be of several merchants (2026-11-26)',
  })),
  {
    rule: 'merchant not named',
    part: 'from refunds r where r.merchant_id = any ((select scope_merchants())::uuid[])',
    why: 'a search for a payment by its refunds, of all merchants of the scope',
  },
  {
    rule: 'merchant not named',
    part: 'join merchants as whose on whose.merchant_id = wanted.id',
    why: "names of merchants beside a master's list: merchants is a table that each machine would hold whole",
  },
  ...[
    'payment_totals',
    'payment_zones',
    'payment_hours',
    'payment_days',
    'payment_trait_days',
    'recon_sums',
    'recon_delays',
  ].map((table) => ({
    rule: 'insert from what is no table of the merchant' as const,
    part: `insert into ${table} (`,
    why: 'sums of rows of the same merchant, which its worker adds up itself',
  })),
]

/** What a statement breaks and is not excused. */
export function offencesOf(text: string): Broken[] {
  const broken = brokenBy(text)
  if (broken.length === 0) return []
  return broken.filter((rule) => {
    const parts = exceptions.filter((one) => one.rule === rule).map(({ part }) => part)
    const rest = parts.reduce((left, part) => left.replaceAll(part, ''), plainly(text))
    return brokenBy(rest).includes(rule)
  })
}
