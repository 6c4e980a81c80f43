import { fieldFault, Fault } from '#contract/faults.ts'
import type { LatePayment } from '#contract/late-payments.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newReference } from '#server/kit/auth/token.ts'
import type { Paying } from '#server/payments/fixtures.ts'
import { payAddress, type Payable, type Standing } from './payable.ts'

/** The choices of a test about a payable of any kind. */
export interface PayableWish {
  late?: LatePayment
}
/** The making of payables of one kind for the tests over all kinds: payable in SGD for an hour, or until they are ended. */
export interface Arrangement {
  make(paying: Paying, wish: PayableWish): Promise<string>
  /** Checks the kind's own tables against its state, after all attempts have ended; empty when they agree. */
  findings(paying: Paying): Promise<unknown[]>
  /** What a shopper sends who pays at once by a card's token, and who pays on another page; by default a card and a wallet. */
  ways?: { card(token: string): object; waits: object }
  /** Ends one of a kind that time does not end: it is cancelled. */
  end?(paying: Paying, ref: string): Promise<void>
  /** It can be ended with an attempt in flight too, whose money then goes back. */
  endsAlways?: true
}

/**
 * A seat in a hall, for tests: a kind unlike a link. The shopper chooses the price, an attempt reserves one of the hall's
 * seats until it ends, and late money is refunded when no seat is left.
 */
export const seatPayable: Payable<Seat> = {
  kind: 'seat',
  objectType: 'seat',
  source: 'hall',
  finder: 'find_test_seat',
  read: (ctx, ref) => find(ctx, ref, ''),
  lock: (ctx, ref) => find(ctx, ref, 'for update'),

  async begin(ctx, seat, { orderRef, amountMinor = seat.leastMinor }) {
    if (amountMinor < seat.leastMinor || amountMinor > seat.amountMinor)
      throw fieldFault('invalidRequest', 'amount', 'out_of_bounds', 'Choose a price of the hall.')
    if (!(await moved(ctx, 'free', 'held'))) throw new Fault('wrongState', { why: 'the hall is full' })
    await hold(ctx, seat, orderRef)
    return { amountMinor, part: 0 }
  },

  async end(ctx, seat, { order_ref }) {
    if (seat.heldBy !== order_ref) return
    await moved(ctx, 'held', 'free')
    await hold(ctx, seat, '')
  },

  async late(ctx, seat, { order_ref }) {
    if (seat.state !== 'payable') return seat.latePayment
    if (seat.heldBy === order_ref) return null
    return (await moved(ctx, 'free', 'held')) ? null : 'refund'
  },

  async pay(ctx, seat) {
    await moved(ctx, 'held', 'sold')
    await change(ctx, seat.ref, `state = 'paid', held_by = ''`)
  },

  returnTo: async (ctx, seat) => payAddress(ctx, seat.ref),
  webhookFields: async (_ctx, ref) => ({ seat_ref: ref }),

  async expire(ctx, ref) {
    await change(ctx, ref, `state = 'expired'`, `and state = 'payable'`)
  },
  async listOverdue(ctx, since) {
    const rows = await ctx.tx.query<{ ref: string }>(
      `select ref from test_seats where ${own} and state = 'payable' and expires_at < $3`,
      [...ofOwner(ctx), since],
    )
    return rows.map(({ ref }) => ref)
  },
}

export const seatArrangement: Arrangement = {
  async make({ testApp, merchant }, { late = 'accept' }) {
    const ref = newReference(new Date())
    await testApp.owner.transaction(null, async (tx) => {
      const values = [merchant.merchantId]
      await tx.query(`insert into test_halls values ($1, 'sandbox', 30, 0, 0) on conflict do nothing`, values)
      await tx.query(
        `insert into test_seats values ($1, 'sandbox', $2, 'payable', now() + interval '1 hour', 500, 90000, $3, '')`,
        [...values, ref, late],
      )
    })
    return ref
  },
  findings: ({ sql }) =>
    sql(`select h.* from test_halls h where merchant_id = $1 and (
      held <> 0 or free + sold <> 30
      or sold <> (select count(*) from test_seats s where s.merchant_id = h.merchant_id and state = 'paid'))`),
}

/** The tables of the kind, as a migration of its own would make them; run by the owner of the schema. */
export const seatSchema = [
  `create table test_halls (
     merchant_id uuid not null references merchants, environment text not null,
     free integer not null check (free >= 0), held integer not null check (held >= 0), sold integer not null check (sold >= 0),
     primary key (merchant_id, environment))`,
  `create table test_seats (
     merchant_id uuid not null references merchants, environment text not null, ref text collate "C" not null, state text not null,
     expires_at timestamptz not null, least_minor bigint not null, most_minor bigint not null, late text not null,
     held_by text not null, primary key (merchant_id, environment, ref))`,
  `create function find_test_seat(wanted text) returns table (merchant_id uuid, environment text)
     language sql stable security definer set search_path = public, pg_temp
   begin atomic
     select s.merchant_id, s.environment from test_seats s where s.ref = wanted;
   end`,
  'grant select, insert, update on test_halls, test_seats to countinghouse_app',
  `call guard('test_halls')`,
  `call guard('test_seats')`,
]

interface Seat extends Standing {
  leastMinor: bigint
  heldBy: string
}
interface SeatRow {
  state: Standing['state']
  expires_at: Date
  least_minor: bigint
  most_minor: bigint
  late: LatePayment
  held_by: string
}

const own = 'merchant_id = $1 and environment = $2'
const ofOwner = ({ owner }: Ctx) => [owner.merchantId, owner.environment]

async function find(ctx: Ctx, ref: string, lock: '' | 'for update'): Promise<Seat | undefined> {
  const text = `select * from test_seats where ${own} and ref = $3 ${lock}`
  const [row] = await ctx.tx.query<SeatRow>(text, [...ofOwner(ctx), ref])
  if (!row) return undefined
  return {
    ref,
    state: row.state,
    expiresAt: row.expires_at,
    merchantOrderRef: `SEAT-${ref}`,
    amountMinor: row.most_minor,
    currency: 'SGD',
    country: 'SG',
    methods: ['CARD', 'WALLET', 'VA_BANK_TRANSFER'],
    description: 'A seat in the hall',
    shopper: { name: '', email: '', phone: '', address: '' },
    page: {
      merchant: { name: 'The Hall', logo: '', backUrl: '' },
      promo: { code: '', discountMinor: 0n },
      shippingMinor: 0n,
    },
    latePayment: row.late,
    sourceRef: 'the-hall',
    leastMinor: row.least_minor,
    heldBy: row.held_by,
  }
}

/** Moves one seat of the hall; false when there is none to move. */
async function moved(ctx: Ctx, from: 'free' | 'held', to: 'free' | 'held' | 'sold'): Promise<boolean> {
  const text = `update test_halls set ${from} = ${from} - 1, ${to} = ${to} + 1 where ${own} and ${from} > 0 returning 1 as one`
  return (await ctx.tx.query(text, ofOwner(ctx))).length > 0
}
const hold = (ctx: Ctx, { ref }: Seat, orderRef: string) => change(ctx, ref, `held_by = '${orderRef}'`)
const change = (ctx: Ctx, ref: string, set: string, guard = '') =>
  ctx.tx.query(`update test_seats set ${set} where ${own} and ref = $3 ${guard}`, [...ofOwner(ctx), ref])
