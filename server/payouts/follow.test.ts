import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedNames } from '#contract/signed-names.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { openPayingOut, someBank, type PayingOut } from './fixtures.ts'

/** What becomes known later: of a payout that has arrived, and of money that came. */
let payingOut: PayingOut
beforeAll(async () => {
  payingOut = await openPayingOut()
})
afterAll(async () => {
  expect(await payingOut.findings()).toEqual([])
  await payingOut.close()
})
async function sent(holder: string): Promise<{ ref: string; from: string }> {
  const from = await payingOut.account(1_000)
  const ref = await payingOut.make(from, { bank_details: someBank(holder) })
  await payingOut.approve(ref)
  await payingOut.send(ref)
  if ((await payingOut.state(ref)) === 'Processing') await payingOut.word(ref, { kind: 'paid' })
  return { ref, from }
}
/** The asks that are scheduled, with the hours until each. */
const nextAsks = (ref: string) =>
  payingOut.sql<{ asks: number; hours: number }>(
    `select (data->>'asks')::integer as asks, round(extract(epoch from start_after - created_on) / 3600)::integer as hours
     from pgboss.job where name = 'follow-payout' and data->>'txnRef' = $1 order by 1`,
    [ref],
  )

it('a return is learnt where no call-back tells of it, and nothing is sent again', async () => {
  const { ref, from } = await sent('Sim returned')
  expect(await nextAsks(ref)).toEqual([{ asks: 0, hours: 1 }])
  await expect.poll(() => payingOut.follow(ref, 5).then(() => payingOut.state(ref))).toBe('Returned')
  expect(await payingOut.balances(from)).toEqual({ available: 89_946n + 10_000n, reserved: 0n })
  expect(payingOut.bank.asked.filter((key) => key === ref)).toHaveLength(1)
})

it('a payout that stays is asked about for ten days, also while the bank is away', async () => {
  const { ref } = await sent('Supplier')
  payingOut.bank.away = true
  for (let asks = 0; asks < 6; asks += 1) await payingOut.follow(ref, asks)
  payingOut.bank.away = false
  expect((await nextAsks(ref)).map(({ hours }) => hours)).toEqual([1, 5, 18, 24, 72, 120])
  expect(await payingOut.state(ref)).toBe('Success')
})

it('the server is told of a deposit as the statement has it', async () => {
  await payingOut.sql(
    `insert into webhooks (merchant_id, environment, webhook_id, name, name_lower, url, type, enabled, created_at)
     values ($1, 'sandbox', gen_random_uuid(), 'Deposits', 'deposits', 'https://shop.example/hook', 'virtual_account', true, now())`,
  )
  const from = await payingOut.account(250)
  const [event] = await payingOut.sql<{ body: string }>('select body from webhook_events where object_ref = $1', [from])
  const body = JSON.parse(event?.body ?? '{}') as Record<string, unknown>
  const answer = await payingOut.testApp.call(payingOut.maker, 'POST', `/merchants/payout/va/${from}/statement`, {})
  const [row] = answer.body.content as unknown as Record<string, unknown>[]
  const { created_at: _entered, actual_txn_time: _moved, ...facts } = row ?? {}
  expect(body).toMatchObject(facts)
  expect(Object.keys(row ?? {}).filter((name) => !(name in body))).toEqual([])
  const params = Object.fromEntries(signedNames.virtualAccount.map((name) => [name, String(body[name])]))
  expect(body['signature_hash']).toBe(sign(params, payingOut.merchant.secret))
})
