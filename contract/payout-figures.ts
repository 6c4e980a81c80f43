import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { currency, entity, environment, sumOfMoney, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { payoutDeclineReasons } from './payout-declines.ts'

/** The states whose payouts are counted, each with the figure that has them. */
export const countedPayoutStates = { Success: 'paid', Failed: 'failed', Returned: 'returned' } as const
export type CountedPayoutState = keyof typeof countedPayoutStates

const count = z.int()

/** What became of the payouts made in the last days, by currency. The filters `currency`, `status`, `status_reason` and `created_at` list them. */
export const readPayoutFigures = call({
  at: 'GET /api/payouts/{id}/figures',
  follows: ['payout'],
  params: { id: merchantRef() },
  query: z.strictObject({
    environment: environment.optional(),
    /** The days that end today, where the merchant is: 30 unless said. */
    days: z.coerce.number().int().min(1).max(limits.payoutFigureDays).optional(),
  }),
  answer: content(
    z.object({
      from: timestamp,
      currencies: z.array(
        entity({
          currency,
          paid: count,
          paid_amount: sumOfMoney(),
          failed: count,
          failed_amount: sumOfMoney(),
          returned: count,
          /** What has come back, which may be a part. */
          returned_amount: sumOfMoney(),
          /** From the bank's being asked to its word that it has paid: the median, to within a twentieth; null where nothing is paid. */
          seconds_to_arrive: z.int().nullable(),
          /** Most first. */
          reasons: z.array(
            z.object({
              status: z.enum(['Failed', 'Returned']),
              status_reason: z.union([z.enum(payoutDeclineReasons), z.literal('')]),
              count,
            }),
          ),
        }),
      ),
    }),
  ),
  access: 'payouts',
})
