import { allowed } from '#contract/access.ts'
import type { SheetVerdict, SheetWhy } from '#contract/recon-exception-sheets.ts'
import { timestampText } from '#contract/kit/text-forms.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isLoneApprover } from '#server/settlements/lone-approver.ts'
import { decidableOf, matchOf, refusalOf, type Decidable } from '../decidable.ts'
import type { Lead } from '../leads.ts'
import type { FoundProposal } from '../proposals.ts'
import type { AskedRow } from './ask-rows.ts'
import type { Known } from './known.ts'

export interface Verdict {
  verdict: SheetVerdict
  why: SheetWhy | ''
  params: Record<string, string | number>
}
export const verdictOf = (verdict: SheetVerdict, why: SheetWhy | '' = '', params: Verdict['params'] = {}): Verdict => ({ verdict, why, params }) // prettier-ignore

/** What a row comes to, once nothing speaks against it. */
export type Doing =
  | { kind: 'decide'; decidable: Decidable }
  | { kind: 'approve' | 'reject'; proposal: FoundProposal }
  | { kind: 'comment'; lead: Lead }
  | { kind: 'assign'; lead: Lead }

/** Judges rows one by one by what is known of their exceptions. */
export async function judgeOf(ctx: Ctx, known: ReadonlyMap<string, Known>, since: ReadonlyMap<string, Date | null>): Promise<(row: AskedRow) => Verdict | Doing> {
  const user = userOf(ctx)
  const mayApprove = allowed('reconApprove', user)
  const isLone = mayApprove && (await isLoneApprover(ctx))
  const told = (at: Date | null | undefined) => (at ? { since: timestampText(at) } : {})
  return ({ key: { recordRef, digest, madeAt }, act }) => {
    const one = known.get(recordRef)
    if (!one && !since.has(recordRef)) return verdictOf('unknown', 'unknown')
    if (!one || one.digest !== digest) return verdictOf('stale', 'changed', told(since.get(recordRef)))
    const { lead, members, partners, waiting: proposal } = one
    if (act === null) return { kind: 'assign', lead }
    if (act === 'comment') return { kind: 'comment', lead }
    if (act === 'approve' || act === 'reject') {
      if (!mayApprove) return verdictOf('not_allowed', 'no_right')
      if (!proposal) return verdictOf('not_allowed', 'nothing_waits')
      if (proposal.proposed_at > madeAt) return verdictOf('stale', 'proposed_since', told(proposal.proposed_at))
      if (proposal.proposed_by === user.subUserId && !isLone) return verdictOf('not_allowed', 'own_proposal')
      return { kind: act, proposal }
    }
    const made = refusalOf(act, lead) ?? (act === 'match' ? matchOf(lead, partners) : decidableOf(act, lead, members))
    if (typeof made === 'string') return verdictOf('not_allowed', made)
    return { kind: 'decide', decidable: made }
  }
} // prettier-ignore
