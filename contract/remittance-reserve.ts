import { z } from 'zod'
import { call, content, page } from './kit/call.ts'
import { choice, exactly, exporting, list } from './kit/list.ts'
import { merchantRef } from './kit/refs.ts'
import { currency, entity, environment, money, timestamp } from './kit/wire.ts'
import { isDay } from './kit/text-forms.ts'
import { reserveKinds, type ReserveKind } from './remittance-states.ts'

const kinds = Object.keys(reserveKinds) as [ReserveKind, ...ReserveKind[]]

/** A row of the reserve's statement: a credit raises what is held. */
export const ReserveMovement = entity({
  number: z.int(),
  created_at: timestamp,
  txn_type: z.enum(['CREDIT', 'DEBIT']),
  kind: z.enum(kinds),
  settlement_ref: z.string(),
  /** The day of the sales that it is of, and the day on which they are free; null of a fixed reserve. */
  sold_on: z.string().nullable(),
  release_on: z.string().nullable(),
  amount: money('currency', { min: 'zero' }),
  balance: money('currency', { min: 'zero' }),
  currency,
})
export type ReserveMovement = z.input<typeof ReserveMovement>

export const reserveMovementList = list({
  columns: {
    created_at: { kind: 'time', shown: true },
    txn_type: { kind: 'text', shown: true, words: 'reserveTypes' },
    kind: { kind: 'text', shown: true, words: 'reserveKinds' },
    settlement_ref: { kind: 'reference', shown: true },
    sold_on: { kind: 'text', shown: true },
    release_on: { kind: 'text', shown: true },
    amount: { kind: 'amount', shown: true },
    balance: { kind: 'amount', shown: true },
    currency: { kind: 'text', exported: true },
    number: { kind: 'number' },
  },
  filters: { kind: choice(kinds), txn_type: choice(['CREDIT', 'DEBIT']), settlement_ref: exactly(64) },
  phone: { head: ['kind', 'settlement_ref'], value: 'amount', line: ['created_at', 'release_on', 'balance'] },
  sorts: ['created_at'],
})

const ofMerchant = { params: { key: merchantRef() } } as const

/** The statement of the reserve, by order of entry. Beside it what was held before and after the stretch, in major units. */
export const listReserveMovements = call({
  at: 'POST /merchants/{key}/cross-border/reserve/statement',
  follows: ['remittance'],
  ...ofMerchant,
  body: reserveMovementList.body,
  answer: page(ReserveMovement, z.object({ opening_balance: z.number(), closing_balance: z.number(), currency })),
  access: 'remittances',
  errorKeys: ['Message'],
})
export const downloadReserveStatement = call({
  at: 'POST /merchants/{key}/cross-border/reserve/download-statement',
  ...ofMerchant,
  ...exporting(reserveMovementList, 'reserve-statement'),
  access: 'remittances',
  errorKeys: ['Message'],
  audit: 'remittance.export-reserve',
})

const day = z
  .string()
  .refine(isDay, { error: 'not_a_day' })
  .meta({ format: 'date', examples: ['2026-11-30'] })
const Release = entity({
  /** The first day of the day, week or month. */
  from: z.string(),
  amount: money('currency', { min: 'zero' }),
  tranches: z.int(),
  currency,
})
const Calendar = entity({
  currency,
  /** What is held now. */
  balance: money('currency', { min: 'zero' }),
  /** What of it is free by now, and goes with the next settlement. */
  free: money('currency', { min: 'zero' }),
  /** What has no day yet, as the terms release it. */
  undated: money('currency', { min: 'zero' }),
  releases: z.array(Release),
})
export type ReserveCalendar = z.input<typeof Calendar>

/** When what is held comes free, by day, week from Monday, or month. What is free comes with the first settlement cut on or after its day. */
export const readReserveCalendar = call({
  at: 'GET /api/remittances/reserve/calendar',
  follows: ['remittance'],
  query: z.strictObject({
    environment: environment.optional(),
    by: z.enum(['day', 'week', 'month']).optional(),
    from: day.optional(),
    to: day.optional(),
  }),
  answer: content(Calendar),
  access: 'remittances',
  errorKeys: ['Message'],
})

const Tranche = entity({
  tranche_id: z.string(),
  settlement_ref: z.string(),
  kind: z.enum(['rolling', 'fixed']),
  sold_on: z.string().nullable(),
  release_on: z.string().nullable(),
  /** The sales of the day, of which `percent` was held. */
  sold: money('currency', { min: 'any' }),
  percent: z.string(),
  held: money('currency', { min: 'zero' }),
  left: money('currency', { min: 'zero' }),
  currency,
  created_at: timestamp,
})
export type ReserveTranche = z.input<typeof Tranche>
export const reserveTrancheList = list({
  columns: {
    sold_on: { kind: 'text', shown: true },
    release_on: { kind: 'text', shown: true },
    settlement_ref: { kind: 'reference', shown: true },
    sold: { kind: 'amount', shown: true },
    percent: { kind: 'number', exact: true, shown: true },
    held: { kind: 'amount', shown: true },
    left: { kind: 'amount', shown: true },
    currency: { kind: 'text' },
    kind: { kind: 'text', words: 'reserveForms' },
    created_at: { kind: 'time' },
  },
  filters: { release_on: exactly(10, '2026-11-30'), left: choice(['some', 'none']) },
  phone: { head: ['sold_on', 'settlement_ref'], value: 'left', line: ['release_on', 'held'] },
  sorts: ['created_at'],
})
/** What was held of each day's sales, and what is left of it. */
export const listReserveTranches = call({
  at: 'POST /api/remittances/reserve/tranches',
  follows: ['remittance'],
  body: reserveTrancheList.body,
  answer: page(Tranche),
  access: 'remittances',
  errorKeys: ['Message'],
})
