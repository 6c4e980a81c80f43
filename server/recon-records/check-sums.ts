import type { Ctx } from '#server/kit/ctx.ts'

const dims = 'msm_id, side, status, type, currency, mismatches'
const isOwn = 'merchant_id = $1 and environment = $2'
const kept = `select by, day, ${dims}, sum(records)::bigint as records, sum(gross) as gross, sum(amount_off) as amount_off, sum(tolerated) as tolerated,
  sum(fee + tax + passed_on) as charges, sum(expected_charges) as expected from recon_sums where ${isOwn} group by by, day, ${dims}`
const counted = (
  by: string,
  day: string,
) => `select '${by}' as by, ${day} as day, ${dims}, count(*) as records, coalesce(sum(gross), 0) as gross,
  sum(amount_off) as amount_off, sum(tolerated) as tolerated, sum(fee + tax + passed_on) as charges,
  coalesce(sum(expected_fee + coalesce(expected_tax, 0)), 0) as expected
  from recon_outcomes where ${isOwn} and until_run = 2147483647 and ${day} is not null group by ${day}, ${dims}`
const all = `(${counted('transaction', 'day')} union all ${counted('settlement', 'booked_on')})`

/** A day of a pair whose sums are not those of its records. */
export interface WrongSum {
  msm_id: number
  by: string
  day: string
}
/** Days whose sums are not those of the records that hold; none where all is well. Reads all outcomes that hold. */
export const wrongSums = ({ tx, owner }: Pick<Ctx, 'tx' | 'owner'>): Promise<WrongSum[]> =>
  tx.query<WrongSum>(
    `select distinct msm_id, by, day::text as day from ((${kept} except ${all}) union all (${all} except ${kept})) apart order by 1, 2, 3 limit 100`,
    [owner.merchantId, owner.environment],
  )
