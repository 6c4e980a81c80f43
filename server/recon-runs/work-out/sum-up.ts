import type { OutcomeStatus, ReconSide } from '#contract/recon-outcomes.ts'
import type { Run } from './run.ts'

/** What a run came to in one currency: counts, amounts and differences by side and status, as decimal texts. */
export interface RunTotal {
  side: ReconSide
  currency: string
  status: OutcomeStatus
  count: number
  amount: string
  amount_off: string
  fee_off: string
  tax_off: string
  tolerated: string
  /** Those of them that a match is suggested for. */
  suggested: number
}

export const totalsOf = ({ ctx }: Run): Promise<RunTotal[]> =>
  ctx.tx.query<RunTotal & object>(
    `select side, unit as currency, status, count(*)::integer as count, trim_scale(sum(amount))::text as amount,
       trim_scale(sum(amount_off))::text as amount_off, trim_scale(sum(fee_off))::text as fee_off, trim_scale(sum(tax_off))::text as tax_off,
       trim_scale(sum(tolerated))::text as tolerated, count(suggested)::integer as suggested
     from work_outcomes group by side, unit, status order by side, unit, status`,
    [],
  )

/**
 * The digest of an answer: SHA-256 over the SHA-256 of each line, in their order. Lines have natural keys only, so that the same input
 * gives the same digest wherever and in whatever order it came.
 */
export async function digestOf({ ctx }: Run): Promise<string> {
  const [found] = await ctx.tx.query<{ digest: string }>(
    `select encode(sha256(coalesce(string_agg(line, ''::bytea order by line), ''::bytea)), 'hex') as digest from work_outcomes`,
    [],
  )
  return found?.digest ?? ''
}
