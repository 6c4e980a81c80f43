import type { Domain } from '#server/kit/domain.ts'
import { paymentHandlers } from './handlers.ts'
import { finishPayment } from './finish.ts'
import { settlePayment } from './jobs.ts'
import { callbackRoute } from './callback-route.ts'

export const payments = {
  handlers: paymentHandlers,
  jobs: [settlePayment, finishPayment],
  routes: callbackRoute,
} satisfies Domain
