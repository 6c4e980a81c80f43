import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { environment, text } from './kit/wire.ts'
import { Remittance } from './remittance-shapes.ts'

const ofOne = {
  params: { settlement_ref: ref('remittance') },
  answer: content(Remittance),
  access: 'remittances',
  stepUp: true,
  repeat: 'required',
  errorKeys: ['Message'],
} as const

/** Agrees to a rate that has fallen since the cut: the settlement is sent at it, or at a better one. `rate` is the reference that was shown. */
export const acceptRemittanceRate = call({
  at: 'POST /api/remittances/{settlement_ref}/accept-rate',
  ...ofOne,
  body: z.strictObject({ environment: environment.optional(), rate: text(32).meta({ examples: ['1391.25'] }) }),
  faults: ['notFound', 'wrongState'],
  audit: 'remittance.accept-rate',
  notice: 'Rate accepted',
})

/** Sends a settlement again that has failed or come back, to the account that is the default now. */
export const retryRemittance = call({
  at: 'POST /api/remittances/{settlement_ref}/retry',
  ...ofOne,
  body: z.strictObject({ environment: environment.optional() }),
  faults: ['notFound', 'wrongState'],
  audit: 'remittance.retry',
  notice: 'Settlement is sent again',
})

/** In test mode: has the provider settle what was sold, ends the running periods, or lets what is held and waits go on, at once. */
export const hurryRemittances = call({
  at: 'POST /api/remittances/hurry',
  body: z.strictObject({ environment: z.literal('sandbox'), act: z.enum(['settle', 'cut', 'release']) }),
  answer: content(z.object({ done: z.int() })),
  access: 'remittances',
  repeat: 'required',
  errorKeys: ['Message'],
  faults: ['wrongState', 'channelMissing', 'providerSilent'],
  audit: 'remittance.hurry',
  notice: 'Done',
})
