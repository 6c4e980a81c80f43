import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { readMonitoring } from '#contract/monitoring.ts'
import { timestampText } from '#contract/kit/wire.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { anyHappening, happen, seeded } from '#server/rollups/fixtures.ts'
import { rollUpDeltas } from '#server/rollups/roll-up-deltas.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'

type LastHour = WireOutput<typeof readMonitoring>
let testApp: TestApp
let merchant: TestMerchant
let session: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant({ timeZone: 'Asia/Kathmandu' })
  session = await testApp.signIn(merchant)
})
afterAll(() => testApp.close())

const minuteMs = 60_000
const owner = () => ({ merchantId: merchant.merchantId, environment: 'sandbox' as const })
const read = async (): Promise<LastHour> => {
  const answer = await testApp.call(session, 'GET', `/api/analytics/${merchant.key}/monitoring`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as unknown as LastHour
}
const sql = <R extends object>(text: string, values: unknown[]) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, values))

describe('the last hour', () => {
  it('of a quiet merchant is sixty empty minutes, and nothing differs', async () => {
    const { minutes, channels, success, differs } = await read()
    expect(minutes).toHaveLength(60)
    expect(minutes.every(({ attempts }) => attempts === 0)).toBe(true)
    expect(channels.every(({ attempts }) => attempts === 0)).toBe(true)
    expect({ success, differs }).toEqual({ success: null, differs: false })
  })

  it('is the payments of the last hour, by minute and channel, and no others', async () => {
    const random = seeded(77)
    const now = Date.now()
    const span = { from: new Date(now - 55 * minuteMs), to: new Date(now - 2 * minuteMs) }
    for (let n = 0; n < 24; n++) await happen(testApp, owner(), anyHappening(random, span))
    const old = { from: new Date(now - 120 * minuteMs), to: new Date(now - 90 * minuteMs) }
    for (let n = 0; n < 4; n++) await happen(testApp, owner(), anyHappening(random, old))
    const other = await testApp.addMerchant({})
    await happen(testApp, { merchantId: other.merchantId, environment: 'sandbox' }, anyHappening(random, span))
    for (const isRolledUp of [false, true]) {
      if (isRolledUp) await rollUpDeltas(testApp.serveParts.database, owner())
      const { from, to, minutes, channels } = await read()
      const rows = await sql<{ created_at: Date; status: string; status_reason: string; channel_key: string }>(
        `select created_at, status, status_reason, channel_key from payments where merchant_id = $1`,
        [merchant.merchantId],
      )
      const [start, end] = [from, to].map((text) => new Date(`${text.replace(' ', 'T')}Z`).getTime())
      const lately = rows.filter(({ created_at: at }) => at.getTime() >= (start ?? 0) && at.getTime() < (end ?? 0))
      expect(rows).toHaveLength(28)
      expect(lately).toHaveLength(24)
      for (const { at, ...counts } of minutes)
        expect(counts, at).toEqual(
          countsOf(
            lately.filter(
              (row) => timestampText(new Date(Math.floor(row.created_at.getTime() / minuteMs) * minuteMs)) === at,
            ),
          ),
        )
      for (const channel of channels)
        expect(channel).toMatchObject(countsOf(lately.filter(({ channel_key }) => channel_key === channel.channel_key)))
      expect(channels.reduce((all, { attempts }) => all + attempts, 0)).toBe(24)
    }
  })

  it('is that of the list that each minute leads to', async () => {
    const { minutes } = await read()
    const minute = minutes.find(({ attempts }) => attempts > 0)
    if (!minute) throw new Error('no minute with attempts')
    const from = new Date(`${minute.at.replace(' ', 'T')}Z`)
    const answer = await testApp.call(session, 'POST', `/merchant/${merchant.key}/payments`, {
      filters: { created_at: { from: minute.at, to: timestampText(new Date(from.getTime() + minuteMs)) } },
    })
    expect(answer.body).toMatchObject({ total_elements: minute.attempts })
  })

  it('differs from the day before when success falls by more than chance', async () => {
    const fallen = await testApp.addMerchant({})
    const own = await testApp.signIn(fallen)
    const insert = (status: string, count: number, ago: string) =>
      sql(
        `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, payable_kind, payable_ref, amount_minor, currency, status,
           payment_method, channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info,
           description, source, created_at, updated_at)
         select $1, 'sandbox', $2 || n, $2 || n, 'link', $2 || n, 1000, 'SGD', $2, 'CARD', 'SIMULATOR', '', '', '', '', '', '', '', '', 'payment_link',
           now() - $4::interval, now() from generate_series(1, $3::int) n`,
        [fallen.merchantId, status, count, ago],
      )
    const reading = async () => {
      const answer = await testApp.call(own, 'GET', `/api/analytics/${fallen.key}/monitoring`)
      return answer.body.content as unknown as LastHour
    }
    await insert('Success', 180, '5 hours')
    await insert('Expired', 70, '10 minutes')
    expect(await reading()).toMatchObject({ differs: false, success: { rate: 0 }, success_before: { rate: 1 } })
    await insert('Failed', 30, '10 minutes')
    expect(await reading()).toMatchObject({ differs: true })
  })
})

function countsOf(rows: readonly { status: string; status_reason: string }[]) {
  const isFault = (row: (typeof rows)[number]) =>
    row.status_reason === 'PAYMENT_CHANNEL_UNAVAILABLE' && row.status === 'Failed'
  const of = (states: string[]) => rows.filter(({ status }) => states.includes(status))
  return {
    attempts: rows.length,
    paid: of(['Success']).length,
    provider_faults: rows.filter(isFault).length,
    unpaid: of(['Failed', 'Expired']).filter((row) => !isFault(row)).length,
    open: of(['Initiated', 'Pending', 'Authorized']).length,
  }
}
