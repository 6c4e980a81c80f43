import { needFreshProof } from '#server/kit/auth/step-up.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { approveAll, rejectAll, type Seen } from '../decide-proposals.ts'
import { keepAll } from '../keep.ts'
import { assign, comment, ownerToBe } from '../look-after.ts'
import { proposeAll } from '../propose.ts'
import type { Plan } from './plan.ts'

/**
 * Does what a sheet asks for, and returns how many of their own proposals somebody has approved who may. Throws `stepUpRequired` where it
 * approves or rejects something and the user's proof is too old.
 */
export async function applyPlan(ctx: Ctx, { alone, byTwo, approved, rejected, comments, owned }: Plan): Promise<number> {
  if (approved.length + rejected.length > 0) needFreshProof(userOf(ctx))
  let lone = 0
  for (const [remark, seen] of byRemark(approved)) lone += (await approveAll(ctx, seen, remark)).done.filter(({ is_lone }) => is_lone).length
  for (const [remark, seen] of byRemark(rejected)) await rejectAll(ctx, seen, remark)
  await keepAll(ctx, alone.map(({ of, by }) => ({ of, by: { ...by, decidedBy: ctx.actor.name } })))
  if (byTwo.length > 0) await proposeAll(ctx, byTwo)
  // Their own entries in the audit log would be for whole selections: the sheet has one.
  const quiet = ctx.with({ auditSubject: () => {} })
  for (const [text, some] of Map.groupBy(comments, (one) => one.text)) comment(quiet, some.map(({ lead }) => lead), text)
  for (const some of Map.groupBy(owned, ({ ownerId, untilDay }) => `${ownerId} ${untilDay}`).values()) {
    const [{ ownerId, untilDay } = { ownerId: null, untilDay: undefined }] = some
    await assign(quiet, some.map(({ lead }) => lead), { owner: await ownerToBe(ctx, ownerId ?? undefined), day: untilDay })
  }
  return lone
} // prettier-ignore

/** The sheet was made after they were proposed, so their numbers were seen. */
const byRemark = (ending: Plan['rejected']): Map<string, Seen[]> =>
  new Map(
    [...Map.groupBy(ending, ({ remark }) => remark)].map(([remark, some]) => [
      remark,
      some.map(({ proposal }) => ({ proposal, digest: proposal.digest })),
    ]),
  )
