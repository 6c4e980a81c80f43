import type { Domain } from '#server/kit/domain.ts'
import { actOnSubscription, planSubscriptions } from './jobs.ts'
import { askMandate } from './mandate-callback.ts'
import { revokeMandate, settleMandate } from './mandate-jobs.ts'
import { chargePayable } from './payable.ts'

export const subscriptionCharges = {
  jobs: [actOnSubscription, planSubscriptions, revokeMandate, settleMandate, askMandate],
  payables: [chargePayable],
} satisfies Domain
