import { checkFee } from '#server/fees/check.ts'
import { listPlans, planOfRow } from '#server/fees/plan-rows.ts'
import type { RecordType } from '#contract/recon-records.ts'
import { exactText } from '#server/recon-files/read/exact.ts'
import { exact, rowsOf } from './comparable-rows.ts'
import type { Run } from './run.ts'

/**
 * A line that states only a net is compared by it with our amount less the fee and tax that were agreed: the difference is a fee's and not
 * an amount's. Without a plan it has none.
 */
export async function compareNets(run: Run): Promise<void> {
  const { ctx, sources } = run
  const [some] = await ctx.tx.query('select m from work_matched where is_net limit 1', [])
  if (!some) return
  const plans = (await listPlans(ctx, sources.b.channel_key || sources.a.channel_key)).map(planOfRow)
  const found: { m: number; off: string; fee: string | null; tax: string | null; plan: string | null }[] = []
  for await (const rows of rowsOf<NetRow>(ctx, nets))
    for (const row of rows) {
      const gross = exact(row.amount)
      const checked = checkFee(
        { type: row.type, at: row.at, method: row.method, country: row.country, gross, currency: row.unit, netCurrency: row.unit, rate: null, fee: gross - exact(row.net), tax: 0n, passedOn: 0n },
        plans,
        '0',
      )
      const isPlanned = checked !== null && checked.planId !== null && checked.formula !== null
      found.push({
        m: row.m,
        off: isPlanned ? exactText(checked.difference) : '0',
        fee: isPlanned ? exactText(checked.expectedFee) : null,
        tax: isPlanned ? exactText(checked.expectedTax) : null,
        plan: isPlanned ? checked.planId : null,
      })
    }
  await ctx.tx.query(
    `update work_matched m set amount_off = 0, tax_off = 0, fee_off = f.off
     from unnest($1::integer[], $2::numeric[]) f (m, off) where f.m = m.m`,
    [found.map(({ m }) => m), found.map(({ off }) => off)],
  )
  await ctx.tx.query(
    `update work_records r set planned_fee = f.fee, planned_tax = f.tax, plan_id = f.plan
     from unnest($1::integer[], $2::numeric[], $3::numeric[], $4::uuid[]) f (m, fee, tax, plan)
       join work_links l on l.m = f.m and l.role = 'party' where r.n = l.n and r.side = 'b' and r.is_net`,
    [found.map(({ m }) => m), found.map(({ fee }) => fee), found.map(({ tax }) => tax), found.map(({ plan }) => plan)],
  )
} // prettier-ignore

interface NetRow {
  m: number
  type: RecordType
  at: Date
  method: string
  country: string
  unit: string
  amount: string
  net: string
}
const nets = `select l.m, min(r.type) as type, coalesce(min(r.at), min(r.day)::timestamptz) as at,
    coalesce(max(r.method) filter (where r.side = 'b' and r.method <> ''), max(r.method)) as method, max(r.country) as country, min(r.unit) as unit,
    (sum(r.amount) filter (where r.side = 'a'))::text as amount, (sum(r.amount) filter (where r.side = 'b'))::text as net
  from work_links l join work_records r on r.n = l.n join work_matched m on m.m = l.m
  where m.is_net and l.role = 'party' group by l.m`
