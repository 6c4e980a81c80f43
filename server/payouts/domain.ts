import type { Domain } from '#server/kit/domain.ts'
import { receivePayoutWord } from './callbacks.ts'
import { followPayout } from './follow.ts'
import { payoutHandlers } from './handlers.ts'
import { releasePayouts } from './release.ts'
import { sendPayout } from './send.ts'
import { endUntouched } from './untouched.ts'

export const payouts = {
  handlers: payoutHandlers,
  jobs: [sendPayout, followPayout, releasePayouts, endUntouched],
  callbacks: { payout: receivePayoutWord },
} satisfies Domain
