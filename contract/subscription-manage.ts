import { z } from 'zod'
import { call, content, nothing } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { optionalText, secret, text } from './kit/wire.ts'
import { SetUp, startSetUp } from './subscription-set-up.ts'

/** What a customer does with a subscription of theirs, on its own page: by a one-time link, which opens a session for it alone. */

const ofPage = { params: { ref: ref('payable') }, access: 'shopper', rate: 'shopper' } as const

/** Opens the session by a link's token, once. `linkInvalid` where it was used, has ended, or is of another subscription. */
export const openManaged = call({
  at: 'POST /api/checkout/{ref}/manage/open',
  ...ofPage,
  body: z.strictObject({ token: secret(text(64)) }),
  answer: nothing,
  faults: ['notFound', 'linkInvalid'],
})

/** Sends the customer a new link, where the merchant has an address of them; every ten minutes one. The answer never says whether. */
export const requestManageLink = call({
  at: 'POST /api/checkout/{ref}/manage/link',
  ...ofPage,
  answer: nothing,
  faults: ['notFound'],
})

/** Ends the subscription, now or when the period that is paid ends. Needs the session. */
export const cancelManaged = call({
  at: 'POST /api/checkout/{ref}/manage/cancel',
  ...ofPage,
  body: z.strictObject({ at: z.enum(['now', 'period_end']).optional(), reason: optionalText(200) }),
  answer: content(z.object({ status: z.string(), cancels_at_period_end: z.boolean() })),
  faults: ['notFound', 'sessionLost', 'wrongState'],
})

/** Agrees to another method. Needs the session. What is unpaid is tried with it as soon as it is there. */
export const startMethodChange = call({
  at: 'POST /api/checkout/{ref}/manage/mandates',
  ...ofPage,
  body: startSetUp.body,
  answer: content(SetUp),
  faults: [...startSetUp.faults, 'sessionLost'],
})

/** How that stands. Needs the session. */
export const readMethodChange = call({
  at: 'GET /api/checkout/{ref}/manage/mandates/{mandate_ref}',
  ...ofPage,
  params: { ref: ref('payable'), mandate_ref: ref('mandate') },
  answer: content(SetUp),
  faults: ['notFound', 'sessionLost'],
})
