import type { OutcomeStatus } from '#contract/recon-outcomes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { act } from '#server/recon-decisions/act.ts'
import { listPairs } from '#server/recon-sources/keep-pairs.ts'
import { audited } from './audited.ts'
import { reconPerson } from './recon-agreed.ts'

/** Some exceptions have been looked at: one is somebody's, with what was found out, and one is to be accepted once a second person agrees. */
export async function seedDecisions(ctx: Ctx, workedOutAt: Date): Promise<void> {
  const [owner, maker] = [await reconPerson(ctx, ['recon-user']), await reconPerson(ctx, ['recon-admin'])]
  const since = ctx.now.getTime() - workedOutAt.getTime()
  const decide = (part: number, by: typeof owner, body: Parameters<typeof act>[1]) => {
    const then = ctx.with({ now: new Date(workedOutAt.getTime() + part * since), actor: by, requestId })
    return audited(then, 'recon-decision.act', (asked) => act(asked, body))
  }
  const short = await firstOpen(ctx, 'amount_mismatch')
  if (short) {
    await decide(0.2, maker, { act: 'assign', record_refs: [short], owner_id: owner.id })
    await decide(0.5, owner, { act: 'comment', record_refs: [short], reason: words.comment })
  }
  const charged = await firstOpen(ctx, 'fee_mismatch')
  if (charged) await decide(0.8, maker, { act: 'accept', record_refs: [charged], reason: words.accept })
}
const requestId = 'demo-decisions'
const words = {
  comment: 'Asked the provider: their file of the next week shall have the missing amount.',
  accept: 'They corrected their file, and the new fee is right.',
}

/** The oldest exception of a kind that no settlement has closed. */
async function firstOpen(ctx: Ctx, status: OutcomeStatus): Promise<string | undefined> {
  const pair = (await listPairs(ctx)).find(({ leg }) => leg === 'settlement')
  const found = await ctx.own
    .select('recon_outcomes')
    .select(['msm_id', 'side', 'key'])
    .where('until_run', '=', 2_147_483_647)
    .where('is_open', '=', true)
    .where('is_lead', '=', true)
    .where('status', '=', status)
    .where('settlement_id', 'is', null)
    .where('msm_id', '=', pair?.msm_id ?? 0)
    .orderBy('day')
    .orderBy('key')
    .limit(1)
    .executeTakeFirst()
  return found && `${found.msm_id}.${found.side}.${found.key}`
}
