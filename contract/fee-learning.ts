import { z } from 'zod'
import { feeTypes } from './fee-shapes.ts'
import { call, content } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { environment, timestamp } from './kit/wire.ts'

/** What was found of the fees of one type, method and currency. */
export const learnings = ['all', 'most', 'none', 'too_few'] as const
const Learned = z.object({
  txn_type: z.enum(feeTypes),
  payment_method: z.string(),
  currency: z.string(),
  /** Records, and how many different amounts they have. */
  rows: z.int(),
  amounts: z.int(),
  /** The terms reproduce all of them, most, or no two; or there are fewer than three rows or two amounts. */
  found: z.enum(learnings),
  percent_fee: z.string(),
  flat_fee: z.string(),
  /** How many they reproduce to the last minor unit. */
  agreeing: z.int(),
  /** The first of those that they do not, in the order of the files. */
  rest: z.array(
    z.object({ reference: z.string(), at: timestamp, gross: z.string(), fee: z.string(), expected_fee: z.string() }),
  ),
})
export type Learned = z.input<typeof Learned>

/** The shortest percent and smallest flat that reproduce the fees of a channel's records. Nothing is saved. */
export const learnFeePlans = call({
  at: 'POST /api/recon/fees/learn',
  body: z.strictObject({
    environment: environment.optional(),
    payment_channel_key: ref('channel'),
    from: timestamp.optional(),
    to: timestamp.optional(),
  }),
  answer: content(z.array(Learned)),
  access: 'reconConfiguration',
  errorKeys: ['Message'],
  faults: ['notFound'],
  repeat: 'safe',
})
