import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PayoutRow } from '#contract/payout-shapes.ts'
import { signedNames } from '#contract/signed-names.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { runJobs } from '#test/run-jobs.ts'
import { openPayingOut, someBank, someWish, type PayingOut } from './fixtures.ts'

let payingOut: PayingOut
beforeAll(async () => {
  payingOut = await openPayingOut()
})
afterAll(async () => {
  expect(await payingOut.findings()).toEqual([])
  await payingOut.close()
})
const eventsOf = async (ref: string) => (await payingOut.read(ref)).timeline.map(({ event }) => event)
/** Makes, approves and sends a payout to a holder whose name asks the bank for a manner. */
async function sent(holder: string, balance = 1_000): Promise<{ ref: string; from: string }> {
  const from = await payingOut.account(balance)
  const ref = await payingOut.make(from, { bank_details: someBank(holder) })
  await payingOut.approve(ref)
  await payingOut.send(ref)
  return { ref, from }
}
const untilState = (ref: string, state: string) =>
  expect.poll(() => payingOut.send(ref).then(() => payingOut.state(ref)), { timeout: 5_000 }).toBe(state)
const times = (ref: string) => payingOut.bank.asked.filter((key) => key === ref).length

describe('the word of the bank', () => {
  it('that it failed makes the money available again, once', async () => {
    const { ref, from } = await sent('Sim invalid account')
    expect(await payingOut.read(ref)).toMatchObject({ status: 'Failed', status_reason: 'INVALID_ACCOUNT' })
    expect(await payingOut.balances(from)).toEqual({ available: 100_000n, reserved: 0n })
    await payingOut.word(ref, { kind: 'failed', reason: 'OTHER', providerText: '' })
    expect(await payingOut.read(ref)).toMatchObject({ status: 'Failed', status_reason: 'INVALID_ACCOUNT' })
  })

  it('that never came is asked for: what the bank took is not sent again, what it never saw is, under the same key', async () => {
    const lost = await sent('Sim never seen')
    expect(await payingOut.state(lost.ref)).toBe('Processing')
    await untilState(lost.ref, 'Success')
    expect(times(lost.ref)).toBe(2)
    const taken = await sent('Sim error after effect')
    await untilState(taken.ref, 'Success')
    expect(times(taken.ref)).toBe(1)
    expect(
      [...(await payingOut.witnessed()).keys()].filter((key) => key === lost.ref || key === taken.ref),
    ).toHaveLength(2)
  })

  it('never leads back from Processing, however long the bank is away', async () => {
    payingOut.bank.away = true
    const { ref } = await sent('Supplier')
    for (let ask = 0; ask < 5; ask += 1) await payingOut.send(ref)
    expect(await payingOut.state(ref)).toBe('Processing')
    expect(await payingOut.cancel(ref)).toBe(409)
    payingOut.bank.away = false
    await untilState(ref, 'Success')
    expect((await payingOut.witnessed()).get(ref)).toBe('paid')
  })

  it('that money came back puts it on the account, whole or in part, and each part once', async () => {
    const { ref, from } = await sent('Supplier')
    await untilState(ref, 'Success')
    const back = (returnedMinor: bigint) =>
      payingOut.word(ref, { kind: 'returned', returnedMinor, reason: 'ACCOUNT_CLOSED', providerText: 'closed' })
    await back(4_000n)
    await back(4_000n)
    expect(await payingOut.read(ref)).toMatchObject({
      status: 'Returned',
      returned_amount: 40,
      status_reason: 'ACCOUNT_CLOSED',
    })
    await back(9_900n)
    expect(await payingOut.balances(from)).toEqual({ available: 89_946n + 9_900n, reserved: 0n })
    expect((await payingOut.read(ref)).timeline.filter(({ event }) => event === 'payout_returned')).toHaveLength(2)
  })

  it('that contradicts an end changes nothing, is kept, and stops the channel until somebody lifts it', async () => {
    const { ref, from } = await sent('Sim invalid account')
    await payingOut.callBack(ref, 'paid', 'event-1')
    await payingOut.callBack(ref, 'paid', 'event-1')
    expect(await payingOut.state(ref)).toBe('Failed')
    expect(await payingOut.balances(from)).toEqual({ available: 100_000n, reserved: 0n })
    const words = await payingOut.sql('select outcome, effect from payout_words where txn_ref = $1', [ref])
    expect(words).toEqual([{ outcome: 'paid', effect: 'contradicts' }])
    expect(await eventsOf(ref)).toContain('payout_contradicted')

    const held = await payingOut.make(from)
    await payingOut.approve(held)
    await payingOut.send(held)
    expect(await payingOut.read(held)).toMatchObject({ status: 'Approved', waits_for: 'channel_stopped' })
    const admin = await payingOut.signIn(['admin'], { name: 'Custodian' })
    const lift = (by = admin) =>
      payingOut.testApp.call(by, 'POST', '/api/payouts/stops/SIMULATOR/lift', { reason: 'The bank explained it.' })
    expect((await lift(payingOut.maker)).status).toBe(403)
    const lifted = await lift()
    expect([lifted.status, lifted.body.content]).toEqual([200, []])
    await payingOut.send(held)
    await untilState(held, 'Success')
    expect((await lift()).status).toBe(404)
  })
})

describe('a payout that waits', () => {
  it('for money goes when it comes, the oldest first, passing over what does not fit', async () => {
    const from = await payingOut.account(150)
    const [large, small, last] = [
      await payingOut.make(from, { amount: 400 }),
      await payingOut.make(from, { amount: 100 }),
      await payingOut.make(from, { amount: 100 }),
    ]
    await payingOut.approve(large)
    await payingOut.approve(small)
    await payingOut.approve(last)
    expect(await Promise.all([large, small, last].map((ref) => payingOut.state(ref)))).toEqual([
      'Queued',
      'Approved',
      'Queued',
    ])
    await payingOut.deposit(from, 100)
    await payingOut.release(from)
    expect(await Promise.all([large, last].map((ref) => payingOut.state(ref)))).toEqual(['Queued', 'Approved'])
    expect(await payingOut.read(large)).toMatchObject({
      waits_for: 'funds',
      holds: [{ wait: 'funds', facts: { available: '48.92', needed: '400.54' } }],
    })
  })

  it('for money 24 hours is passed by none', async () => {
    const from = await payingOut.account(150)
    const [large, small] = [await payingOut.make(from, { amount: 400 }), await payingOut.make(from, { amount: 100 })]
    await payingOut.approve(large)
    await payingOut.sql(`update payouts set queued_at = now() - interval '25 hours' where txn_ref = $1`, [large])
    await payingOut.approve(small)
    expect(await payingOut.state(small)).toBe('Queued')
    await payingOut.deposit(from, 400)
    await payingOut.release(from)
    expect(await Promise.all([large, small].map((ref) => payingOut.state(ref)))).toEqual(['Approved', 'Approved'])
  })

  it('for its time sets nothing aside before, and goes then', async () => {
    const from = await payingOut.account(1_000)
    const at = new Date(Date.now() + 3_600_000)
    const ref = await payingOut.make(from, { trigger_time: at.toISOString().slice(0, 19).replace('T', ' ') })
    await payingOut.approve(ref)
    expect(await payingOut.read(ref)).toMatchObject({ status: 'Scheduled', waits_for: 'time' })
    expect(await payingOut.balances(from)).toEqual({ available: 100_000n, reserved: 0n })
    await payingOut.sql(
      `update payouts set waits_until = now() - interval '1 second', scheduled_time = now() - interval '1 second' where txn_ref = $1`,
      [ref],
    )
    await payingOut.release(from)
    expect(await payingOut.state(ref)).toBe('Approved')
    expect(await payingOut.balances(from)).toEqual({ available: 89_946n, reserved: 10_054n })
  })

  it('goes back to its maker at once when the account of its beneficiary changes, also after its approval', async () => {
    const from = await payingOut.account(1_000)
    const ref = await payingOut.make(from)
    await payingOut.approve(ref)
    await payingOut.changeAccount(ref)
    expect(await payingOut.read(ref)).toMatchObject({
      status: 'Created',
      revision: 2,
      is_approved: null,
      account: { has_changed: true },
    })
    expect(await payingOut.balances(from)).toEqual({ available: 100_000n, reserved: 0n })
    await payingOut.send(ref)
    expect(times(ref)).toBe(0)
  })

  it('for its name check is held until it is clear, and says who can end that', async () => {
    const from = await payingOut.account(1_000)
    const ref = await payingOut.make(from, { bank_details: someBank('Sim name close') })
    await payingOut.approve(ref)
    await payingOut.send(ref)
    expect(times(ref)).toBe(0)
    const { status, waits_for, holds } = await payingOut.read(ref)
    expect([status, waits_for, holds[0]?.wait, holds[0]?.who]).toEqual([
      'Approved',
      'name_check',
      'name_check',
      expect.arrayContaining(['Maker']),
    ])
  })

  it('untouched is told of after 83 days and cancelled after 90', async () => {
    const from = await payingOut.account()
    const ref = await payingOut.make(from)
    const age = (days: number) =>
      payingOut.sql(`update payouts set updated_at = now() - $2 * interval '1 day' where txn_ref = $1`, [ref, days])
    await age(84)
    await payingOut.untouched(ref)
    await payingOut.untouched(ref)
    expect(await payingOut.state(ref)).toBe('Created')
    expect(
      await payingOut.sql(`select from notices where kind = 'payout_expiring' and facts->>'txn_ref' = $1`, [ref]),
    ).toHaveLength(1)
    await age(90)
    await payingOut.untouched(ref)
    expect(await payingOut.read(ref)).toMatchObject({ status: 'Cancelled', end_remark: 'untouched' })
  })
})

describe('paying again', () => {
  it('makes one new payout of a failed one, however often it is asked for', async () => {
    const { ref } = await sent('Sim invalid account')
    const again = () =>
      payingOut.testApp.call(
        payingOut.maker,
        'POST',
        `/api/payouts/${ref}/pay-again`,
        {},
        { 'idempotency-key': crypto.randomUUID() },
      )
    const answers = await Promise.all([again(), again(), again()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const made = answers.find(({ status }) => status === 200)?.body.content as unknown as {
      txn_ref: string
      pays_again: string
    }
    expect(made.pays_again).toBe(ref)
    expect(await payingOut.read(ref)).toMatchObject({ paid_again_by: made.txn_ref, may: { pay_again: false } })
    expect((await payingOut.read(made.txn_ref)).status).toBe('Created')
  })
})

describe('outside', () => {
  it('the beneficiary is told in their language, and the server of each change', async () => {
    await payingOut.sql(
      `insert into webhooks (merchant_id, environment, webhook_id, name, name_lower, url, type, enabled, created_at)
       values ($1, 'sandbox', gen_random_uuid(), 'Payouts', 'payouts', 'https://shop.example/hook', 'payout', true, now())`,
    )
    const from = await payingOut.account(1_000)
    const bank = { ...someBank('Supplier'), email: 'supplier@beneficiary.example' }
    const ref = await payingOut.make(from, {
      bank_details: bank,
      send_email: true,
      recipient_emails: ['books@beneficiary.example'],
    })
    await payingOut.approve(ref)
    await payingOut.send(ref)
    await untilState(ref, 'Success')
    const told = await payingOut.sql<{ recipient: string }>(
      `select recipient from messages where about_ref = $1 order by recipient`,
      [ref],
    )
    expect(told.map(({ recipient }) => recipient)).toEqual([
      'books@beneficiary.example',
      'supplier@beneficiary.example',
    ])
    const events = await payingOut.sql<{ body: string }>(
      'select body from webhook_events where object_ref = $1 order by event_id',
      [ref],
    )
    const bodies = events.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    expect(bodies.map(({ status }) => status)).toEqual(['Created', 'Verified', 'Approved', 'Processing', 'Success'])
    expect(new Set(bodies.map(({ to_account_no }) => to_account_no))).toEqual(
      new Set([`****${bank.account_no.slice(-4)}`]),
    )
    expect(JSON.stringify(bodies)).not.toContain(bank.account_no)
    for (const body of bodies) {
      expect(Object.keys(PayoutRow.shape).filter((name) => !(name in body))).toEqual([])
      expect(Object.keys(body)).toEqual(
        expect.arrayContaining(['status_code', 'status_reason', 'created_at', 'updated_at', 'environment']),
      )
      const params = Object.fromEntries(signedNames.payout.map((name) => [name, String(body[name])]))
      expect(body['signature_hash']).toBe(sign(params, payingOut.merchant.secret))
    }
    expect(bodies.at(-1)).toMatchObject({ status_code: '2000', amount: 100, merchant_txn_ref: expect.any(String) })
  })

  it('a list finds them by whole number, and hides all but its last four digits', async () => {
    const from = await payingOut.account()
    const wish = someWish(from)
    await payingOut.ask(wish)
    const number = (wish['bank_details'] as { account_no: string }).account_no
    const find = async (filters: object) => {
      const answer = await payingOut.testApp.call(
        payingOut.maker,
        'POST',
        `/merchants/${payingOut.merchant.key}/payouts`,
        { filters },
      )
      return answer.body.content as unknown as { merchant_txn_ref: string; to_account_no: string; waits_for: string }[]
    }
    const found = await find({ to_account_no: `${number.slice(0, 4)} ${number.slice(4)}` })
    expect(found.map(({ merchant_txn_ref, to_account_no }) => [merchant_txn_ref, to_account_no])).toEqual([
      [wish['txn_ref'], number.slice(-4)],
    ])
    expect(await find({ to_account_no: `9${number}` })).toEqual([])
    expect((await find({ waits_for: 'verification', vaaccount_no: from })).length).toBe(1)
    await runJobs(payingOut.testApp, { names: ['check-account-name', 'screen-beneficiary'] })
  })
})
