import { Fault, fieldFault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/recon-exceptions.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { conditionsOf } from './exceptions.ts'
import { knownOf, leadsOf, type Lead } from './leads.ts'

type Asked = Pick<Input<typeof contract.actOnExceptions>['body'], 'record_refs' | 'filters' | 'search'>

interface Chosen {
  leads: Lead[]
  /** Named records of which no answer says anything. */
  unknown: string[]
}
/** What an act is about: the named records, or all exceptions that a filter finds. More than 5,000 are refused. */
export async function chosenLeads(ctx: Ctx, { record_refs: refs, filters, search }: Asked): Promise<Chosen> {
  if ((refs === undefined) === (filters === undefined)) throw fieldFault('invalidRequest', 'record_refs', 'contradicts')
  if (refs) {
    const leads = await leadsOf(ctx, refs)
    if (leads.length === 0) throw new Fault('notFound')
    const known = await knownOf(ctx, refs)
    return { leads, unknown: [...new Set(refs)].filter((ref) => !known.has(ref)) }
  }
  const conditions = await conditionsOf(ctx, { filters, search })
  let found = ctx.own.select('recon_outcomes').select(['msm_id', 'side', 'key'])
  for (const condition of conditions) found = found.where(condition)
  const rows = await found.limit(limits.reconDecidedAtOnce + 1).execute()
  if (rows.length > limits.reconDecidedAtOnce) throw fieldFault('invalidRequest', 'filters', 'too_many')
  return { leads: await leadsOf(ctx, rows.map(({ msm_id, side, key }) => `${msm_id}.${side}.${key}`)), unknown: [] } // prettier-ignore
}
