import { z } from 'zod'
import { shape } from './analytics-questions.ts'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { currency, entity, money, record, sumOfMoney } from './kit/wire.ts'
import { paymentMethods } from './methods.ts'
import { refundReasons } from './refunds.ts'

const read = { access: 'dashboard', repeat: 'safe' } as const
const asked = { params: { id: merchantRef() }, body: record(shape), ...read } as const

/** What succeeded payments cost by channel and method, with the channel's terms of now. Largest volume first. */
export const readFees = call({
  at: 'POST /api/analytics/{id}/fees',
  ...asked,
  answer: content(
    z.object({
      fees: z.array(
        entity({
          currency,
          channel_key: z.string(),
          payment_channel_name: z.string(),
          payment_method: z.enum(paymentMethods),
          count: z.int(),
          volume: sumOfMoney(),
          fee: sumOfMoney(),
          fee_tax: sumOfMoney(),
          /** The fee as a part of the volume, from 0 to 1. */
          effective: z.number(),
          /** Null where none are agreed, or where the channel is several merchants'. */
          terms: z
            .object({
              percent_fee: z.string(),
              minimum_fee: money('currency', { min: 'zero' }),
              flat_fee: money('currency', { min: 'zero' }),
              tax_percent: z.string(),
            })
            .nullable(),
        }),
      ),
    }),
  ),
})

/** How long after its payment a refund was asked for: days, the last bucket without an end. */
export const refundAges = ['0', '1-7', '8-30', '31-'] as const

/**
 * Refunds that succeeded, of the payments created in the stretch, by reason and by the age of the payment; and late money by
 * what became of it.
 */
export const readRefundReasons = call({
  at: 'POST /api/analytics/{id}/refunds',
  ...asked,
  answer: content(
    z.object({
      refunds: z.array(
        entity({
          currency,
          reason: z.enum(refundReasons),
          age: z.enum(refundAges),
          count: z.int(),
          amount: sumOfMoney(),
        }),
      ),
      late: z.array(
        entity({
          currency,
          /** `held` waits for a decision; the others were accepted, or went back whole or in part. */
          fate: z.enum(['held', 'accepted', 'refunded']),
          count: z.int(),
          amount: sumOfMoney(),
        }),
      ),
    }),
  ),
})
