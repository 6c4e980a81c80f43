import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openCharging, type Charging } from './fixtures.ts'

/** Catching up after a stop of ours. */
let on: Charging
beforeAll(async () => {
  on = await openCharging()
})
afterAll(() => on.close())
beforeEach(() => on.begin('2031-01-31T04:00:00Z'))

const hours = (count: number) => count * 3_600_000
const triedAt = () => on.tries().map(({ at }) => at.toISOString().slice(0, 16))
const ofDays = { price: { period: 'D', frequency: 1 } }
const missedMails = (ref: string) =>
  on.paying.sql(`select from subscription_messages where order_ref = '${ref}' and kind = 'missed'`)

describe('after a stop of ours', () => {
  it('of an hour the charge is made at once, and nobody is told of a missed one', async () => {
    const { order_ref: ref } = await on.active()
    await on.jump('2031-02-28T05:00:00Z')
    expect(triedAt()).toEqual(['2031-02-28T05:00'])
    expect(await missedMails(ref)).toEqual([])
  })

  it('of days the missed periods are charged in order, one a day, each as its own charge with a mail', async () => {
    const { order_ref: ref } = await on.active(ofDays)
    // Boundaries at 04:00 of 1, 2 and 3 February passed.
    await on.work('2031-01-31T06:00:00Z')
    on.paying.clock.now = new Date('2031-02-03T10:00:00Z')
    await on.work('2031-02-06T11:00:00Z')
    const { charges } = await on.read(ref)
    expect(triedAt().slice(0, 3)).toEqual(['2031-02-03T10:00', '2031-02-04T10:00', '2031-02-05T10:00'])
    expect(
      charges
        .toReversed()
        .slice(1, 4)
        .map(({ n, state, due_at }) => [n, state, due_at.slice(0, 10)]),
    ).toEqual([
      [1, 'paid', '2031-02-01'],
      [2, 'paid', '2031-02-02'],
      [3, 'paid', '2031-02-03'],
    ])
    expect(await missedMails(ref)).toHaveLength(charges.filter(({ n }) => n !== 0).length)
  })

  it('of 40 days a month is charged once and late, and the calendar stays', async () => {
    const { order_ref: ref } = await on.active()
    await on.jump('2031-04-09T04:00:00Z')
    expect(triedAt()).toEqual(['2031-04-09T04:00'])
    await on.jump('2031-04-10T04:00:00Z')
    expect(triedAt()).toHaveLength(2)
    expect((await on.read(ref)).next_deduction_date).toBe('2031-04-30 04:00:00')
  })

  it('the merchant may forgive a missed one, which is then never charged', async () => {
    const { order_ref: ref } = await on.active({}, '4000000000007023')
    await on.jump('2031-04-09T04:00:00Z')
    const [charge] = (await on.read(ref)).charges
    const forgive = { charge_ref: charge?.charge_ref }
    on.contentOf(await on.ask('POST', `/api/subscriptions/${ref}/forgive`, forgive))
    expect(await on.charges(ref)).toEqual(['0 paid', '1 forgiven FUNDS_LIMIT_ERROR'])
    expect(await on.read(ref)).toMatchObject({ status: 'active', collected_count: 1 })
  })
})

/** From half an hour ahead of the first boundary nobody works for so long; then somebody looks every six hours for five days. */
const lengths = { 'an hour': hours(1), '3 days': hours(72), '40 days': hours(960) }
const boundaries = {
  D: Array.from({ length: 60 }, (_, n) => Date.parse('2031-02-01T04:00:00Z') + n * hours(24)),
  W: Array.from({ length: 12 }, (_, n) => Date.parse('2031-02-07T04:00:00Z') + n * hours(168)),
  M: ['2031-02-28', '2031-03-31', '2031-04-30', '2031-05-31'].map((day) => Date.parse(`${day}T04:00:00Z`)),
}
describe.each(Object.entries(lengths))('after nobody worked for %s', (_name, length) => {
  it.each(Object.entries(boundaries))('%s: one a day, in order, none twice and no mail twice', async (period, due) => {
    const email = `${crypto.randomUUID()}@example.com`
    const wish = { price: { period, frequency: 1 }, customer_email_address: email }
    const { order_ref: ref } = await on.active(wish)
    const back = (due[0] ?? 0) - hours(0.5) + length
    const looks = Array.from({ length: 21 }, (_, n) => back + n * hours(6))
    await on.jump(...looks.map((at) => new Date(at)))

    const expected = caughtUp(due, looks)
    expect(await triesOf(ref)).toEqual(expected.map(({ n, at }) => ({ n, at, state: 'paid' })))
    const gaps = expected.slice(1).map(({ at }, place) => at - (expected[place]?.at ?? 0))
    expect(Math.min(...gaps, hours(24))).toBe(hours(24))
    const missed = expected.filter(({ n, at }) => at - (due[n - 1] ?? 0) > hours(24))
    expect(await sentOf(ref)).toEqual({
      set_up: 1,
      receipt: expected.length + 1,
      ...(missed.length > 0 && { missed: missed.length }),
    })
  })
})

/** What is charged when somebody looks at these moments: the next of several that have passed a day after the one before. */
function caughtUp(due: readonly number[], looks: readonly number[]): { n: number; at: number }[] {
  const charged: { n: number; at: number }[] = []
  let waits = 0
  for (const at of looks) {
    const n = charged.length + 1
    const comes = (boundary: number | undefined) => boundary !== undefined && boundary <= at
    if (!comes(due[n - 1]) || at < waits) continue
    charged.push({ n, at })
    waits = comes(due[n]) ? at + hours(24) : 0
  }
  return charged
}

const triesOf = async (ref: string) =>
  (
    await on.paying.sql<{ n: number; at: Date; state: string }>(
      `select c.period as n, p.created_at as at, c.state from payments p
       join subscription_charges c on c.merchant_id = p.merchant_id and c.charge_ref = p.payable_ref where p.source_ref = '${ref}' and p.mandate_ref <> '' order by at`,
    )
  ).map(({ at, ...one }) => ({ ...one, at: at.getTime() }))

/** How many mails of each kind the customer got: each is in the outbox, and each is another one. */
async function sentOf(ref: string): Promise<Record<string, number>> {
  const sent = await on.paying.sql<{ kind: string; message: string }>(
    `select k.kind, m.message_id::text as message from subscription_messages k join messages m on m.merchant_id = k.merchant_id and m.message_id = k.message_id
     where k.order_ref = '${ref}'`,
  )
  const mails = await on.paying.sql(`select from messages where about_ref = '${ref}'`)
  expect([new Set(sent.map(({ message }) => message)).size, mails.length]).toEqual([sent.length, sent.length])
  return Object.fromEntries([...Map.groupBy(sent, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length]))
}

it('the sums of all this agree with the ledger', async () => {
  expect(await on.findings()).toEqual([])
})
