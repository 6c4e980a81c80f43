import type { Ctx } from '#server/kit/ctx.ts'
import { takenOf } from '../waits.ts'
import { limitsOf, type Decidable } from '../decidable.ts'
import type { Lead } from '../leads.ts'
import type { By } from '../keep.ts'
import { holdingOf } from '../present.ts'
import { lockProposals, type FoundProposal } from '../proposals.ts'
import type { AskedRow, SheetRow } from './ask-rows.ts'
import { doneBefore } from './imports.ts'
import { judgeOf, verdictOf, type Doing, type Verdict } from './judge.ts'
import { knownOf, sinceOf, type Known } from './known.ts'

export type JudgedRow = Omit<SheetRow, 'asked'> & Verdict & { isDone: boolean }
/** What a sheet comes to: a verdict for each row, and what is to be done. */
export interface Plan {
  rows: JudgedRow[]
  alone: { of: Decidable; by: Pick<By, 'reason' | 'untilDay'> }[]
  byTwo: { of: Decidable; reason: string }[]
  approved: { proposal: FoundProposal; remark: string }[]
  rejected: { proposal: FoundProposal; remark: string }[]
  comments: { lead: Lead; text: string }[]
  owned: { lead: Lead; ownerId: string | null; untilDay: string | undefined }[]
}

/** Judges all rows of a sheet, and changes nothing. What it rests on is locked where it is then done; the caller has locked the pairs. */
export async function planOf(ctx: Ctx, rows: readonly SheetRow[], { isDone: isLocked }: { isDone: boolean }): Promise<Plan> {
  const plan: Plan = { rows: [], alone: [], byTwo: [], approved: [], rejected: [], comments: [], owned: [] }
  const asked = rows.flatMap(({ asked: row }) => ('key' in row ? [row] : []))
  const refs = asked.map(({ key }) => key.recordRef)
  const [done, known, since] = [await doneBefore(ctx, rows.map(({ content }) => content)), await knownOf(ctx, refs), await sinceOf(ctx, refs)]
  if (isLocked) await lockWaiting(ctx, asked, known)
  const judge = await judgeOf(ctx, known, since)
  const judged = rows.map((row) => {
    const earlier = done.get(row.content)
    if (earlier) return { row, found: verdictOf(earlier, 'done_before') }
    if (!('key' in row.asked)) return { row, found: verdictOf(row.asked.verdict, row.asked.why, row.asked.params) }
    return { row, found: judge(row.asked) }
  })
  const decidables = judged.flatMap(({ found }) => ('kind' in found && found.kind === 'decide' ? [found.decidable] : []))
  const settle = new Settling(plan, {
    taken: await takenOf(ctx, decidables),
    suffices: await limitsOf(ctx),
    holding: await holdingOf(ctx, judged.flatMap(({ found }) => ('proposal' in found && found.kind === 'approve' ? [found.proposal] : []))),
  })
  for (const { row: { asked: of, ...row }, found } of judged) {
    const verdict = 'kind' in found && 'key' in of ? settle.verdictOf(of, found) : (found as Verdict)
    const isDone = 'kind' in found && (verdict.verdict === 'applied' || verdict.verdict === 'proposed')
    if (isDone && 'key' in of && of.ownerId !== undefined) {
      const lead = known.get(of.key.recordRef)?.lead
      if (lead) plan.owned.push({ lead, ownerId: of.ownerId, untilDay: of.untilDay })
    }
    plan.rows.push({ ...row, ...verdict, isDone })
  }
  return plan
} // prettier-ignore

/** Locks what rows approve and reject. What was withdrawn meanwhile waits no more. */
async function lockWaiting(ctx: Ctx, asked: readonly AskedRow[], known: ReadonlyMap<string, Known>): Promise<void> {
  const ending = asked.flatMap(({ act, key }) => (act === 'approve' || act === 'reject' ? (known.get(key.recordRef) ?? []) : []))
  const locked = await lockProposals(ctx, ending.flatMap(({ waiting }) => waiting?.proposal_id ?? []))
  const waiting = new Set(locked.flatMap(({ state, proposal_id: id }) => (state === 'proposed' ? [id] : [])))
  for (const one of ending) if (one.waiting && !waiting.has(one.waiting.proposal_id)) one.waiting = null
} // prettier-ignore

/** What the rows of a sheet mean for each other. */
class Settling {
  private readonly plan: Plan
  private readonly by: {
    taken: ReadonlyMap<string, unknown>
    suffices: (of: Decidable) => boolean
    holding: ReadonlyMap<string, object>
  }
  /** The row that decides about a record. */
  private readonly claims = new Map<string, { no: number; decidable: Decidable; verdict: Verdict }>()
  private readonly ended = new Map<string, { no: number; kind: 'approve' | 'reject' }>()

  constructor(plan: Plan, by: Settling['by']) {
    this.plan = plan
    this.by = by
  }

  verdictOf(row: AskedRow, doing: Doing): Verdict {
    if (doing.kind === 'decide') return this.decide(row, doing.decidable)
    if (doing.kind === 'comment') this.plan.comments.push({ lead: doing.lead, text: row.reason })
    if (doing.kind === 'approve' || doing.kind === 'reject') return this.end(row, doing.kind, doing.proposal)
    return verdictOf('applied')
  }

  private decide({ no, reason, untilDay }: AskedRow, decidable: Decidable): Verdict {
    const keys = decidable.records.map(({ side, key }) => `${decidable.msmId}.${side}.${key}`)
    if (keys.some((key) => this.by.taken.has(key))) return verdictOf('not_allowed', 'waits')
    const earlier = keys.flatMap((key) => this.claims.get(key) ?? [])[0]
    if (earlier) {
      const isSame = earlier.decidable.act === decidable.act && earlier.decidable.groupId === decidable.groupId
      return isSame ? earlier.verdict : verdictOf('not_allowed', 'contradicts_row', { row: earlier.no })
    }
    const isAlone = this.by.suffices(decidable)
    if (isAlone) this.plan.alone.push({ of: decidable, by: { reason, untilDay } })
    else this.plan.byTwo.push({ of: decidable, reason })
    const verdict = verdictOf(isAlone ? 'applied' : 'proposed')
    for (const key of keys) this.claims.set(key, { no, decidable, verdict })
    return verdict
  }

  private end({ no, reason: remark }: AskedRow, kind: 'approve' | 'reject', proposal: FoundProposal): Verdict {
    const earlier = this.ended.get(proposal.proposal_id)
    if (earlier) return earlier.kind === kind ? verdictOf('applied') : verdictOf('not_allowed', 'contradicts_row', { row: earlier.no })
    if (kind === 'reject') this.plan.rejected.push({ proposal, remark })
    else if (this.by.holding.has(proposal.proposal_id)) this.plan.approved.push({ proposal, remark })
    else return verdictOf('stale', 'changed')
    this.ended.set(proposal.proposal_id, { no, kind })
    return verdictOf('applied')
  } // prettier-ignore
}
