import { Fault } from '#contract/faults.ts'
import { firstSteps } from '#contract/get-started.ts'
import type * as contract from '#contract/get-started.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { payAddress } from '#server/payables/payable.ts'
import { dismiss, findFirstSteps, findStartOf, hasPayments } from './queries.ts'

export const handlers: Handlers<typeof contract> = {
  async readGetStarted(ctx) {
    const [merchant, has_payments] = await Promise.all([findStartOf(ctx), hasPayments(ctx)])
    if (!merchant) throw new Fault('notFound')
    const { unpaidLinkRef, ...found } = await findFirstSteps(ctx)
    const isDone = {
      ...found,
      logo: merchant.logo !== '',
      kyc: merchant.kyc_status === 'SUBMITTED' || merchant.kyc_status === 'APPROVED',
    }
    return {
      steps: firstSteps.map((step) => ({ step, is_done: isDone[step] })),
      is_dismissed: merchant.get_started_dismissed,
      has_payments,
      kyc_status: merchant.kyc_status,
      unpaid_link: unpaidLinkRef ? payAddress(ctx, unpaidLinkRef) : '',
    }
  },

  async dismissGetStarted(ctx) {
    ctx.auditSubject(ctx.owner.merchantId)
    await dismiss(ctx)
    return undefined
  },
}
