import { z } from 'zod'
import { call, content, flat, page } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { environment } from './kit/wire.ts'
import { payoutList } from './payout-list.ts'
import { PayoutRow } from './payout-shapes.ts'
import { payoutStates } from './payout-states.ts'
import { cancelPayout, createPayout, listPayouts } from './payouts.ts'

/** Payouts under the paths that merchants' servers know. A server makes, reads and cancels them; people verify and approve. */

/** Makes payouts, as the console does. The merchant's reference is unique, so the same request again is refused and pays nothing twice. */
export const createPayoutByServer = call({
  at: 'POST /api/payout/transaction',
  body: createPayout.body,
  answer: content(z.array(PayoutRow)),
  access: createPayout.access,
  server: true,
  keyScope: 'payouts',
  secondFactor: true,
  errorKeys: ['message'],
  faults: createPayout.faults,
  audit: createPayout.audit,
})

/** How a payout stands, by our reference. */
export const readPayoutStatus = call({
  at: 'GET /api/payout/{ref}/status',
  params: { ref: ref('payout') },
  follows: ['payout'],
  answer: flat(z.object({ Status: z.enum(payoutStates.states) })),
  access: listPayouts.access,
  server: true,
  keyScope: 'payouts',
  errorKeys: ['message'],
  faults: ['notFound'],
})

/** Cancels a payout until it is at the provider. */
export const cancelPayoutByServer = call({
  at: 'PUT /api/payout/{ref}/status/Cancelled',
  params: { ref: ref('payout') },
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(PayoutRow),
  access: cancelPayout.access,
  server: true,
  keyScope: 'payouts',
  secondFactor: true,
  errorKeys: ['message'],
  faults: cancelPayout.faults,
  audit: cancelPayout.audit,
})

/** The payouts that fit, as the console lists them. */
export const listPayoutsByServer = call({
  at: 'POST /api/merchant/{key}/payouts',
  params: { key: merchantRef() },
  follows: ['payout'],
  body: payoutList.body,
  answer: page(PayoutRow),
  access: listPayouts.access,
  server: true,
  keyScope: 'payouts',
  errorKeys: ['message'],
})
