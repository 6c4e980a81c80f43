import type { Domain } from '#server/kit/domain.ts'
import { actOnSubscription, planSubscriptions } from './jobs.ts'
import { revokeMandate, settleMandate } from './mandate-jobs.ts'
import { chargePayable } from './payable.ts'

export const subscriptionCharges = {
  jobs: [actOnSubscription, planSubscriptions, revokeMandate, settleMandate],
  payables: [chargePayable],
} satisfies Domain
