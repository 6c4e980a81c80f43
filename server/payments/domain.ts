import type { Domain } from '#server/kit/domain.ts'
import { paymentHandlers } from './handlers.ts'
import { finishPayment } from './finish.ts'
import { confirmPayment } from './confirm.ts'
import { settlePayment } from './jobs.ts'
import { warnOfLapse } from './lapse.ts'
import { callbackRoute } from './callback-route.ts'

export const payments = {
  handlers: paymentHandlers,
  jobs: [settlePayment, finishPayment, confirmPayment, warnOfLapse],
  routes: callbackRoute,
} satisfies Domain
