import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPayingOut, someBank, someWish, type PayingOut, type Wish } from './fixtures.ts'

let payingOut: PayingOut
beforeAll(async () => {
  payingOut = await openPayingOut()
})
afterAll(async () => {
  expect(await payingOut.findings()).toEqual([])
  await payingOut.close()
})
const reasonOf = (answer: { status: number; body: Record<string, unknown> }) =>
  `${answer.status} ${String(answer.body['status_code'])} ${String(answer.body['status_reason'])}`
const pathsOf = (answer: { body: object }) =>
  ((answer.body as { errors?: { path: string }[] }).errors ?? []).map(({ path }) => path)

describe('a payout', () => {
  it('is made, approved, sent once and paid; its total leaves the account and the rest stays', async () => {
    const from = await payingOut.account(1_000)
    const ref = await payingOut.make(from)
    expect(await payingOut.read(ref)).toMatchObject({
      status: 'Created', amount: 100, fee: 0.5, fee_tax: 0.04, total: 100.54, sent: 100, waits_for: 'verification', revision: 1,
      created_by: 'Maker', made_by: ['Maker'], is_verified: null, pays_again: '',
    }) // prettier-ignore
    await payingOut.approve(ref)
    expect(await payingOut.balances(from)).toEqual({ available: 89_946n, reserved: 10_054n })
    await payingOut.send(ref)
    await expect.poll(() => payingOut.send(ref).then(() => payingOut.state(ref))).toBe('Success')
    expect(await payingOut.balances(from)).toEqual({ available: 89_946n, reserved: 0n })
    const { timeline, postings, channel_ref } = await payingOut.read(ref)
    expect(timeline.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['payout_created', 'payout_verified', 'payout_approved', 'payout_sent', 'payout_paid']),
    )
    expect(channel_ref).not.toBe('')
    expect(new Set(postings.map(({ kind }) => kind))).toEqual(new Set(['payout.reserved', 'payout.paid']))
    expect((await payingOut.witnessed()).get(ref)).toBe('paid')
  })

  it('takes the fee out of the amount where the receiver bears it', async () => {
    const from = await payingOut.account(1_000)
    const ref = await payingOut.make(from, { fee_payer: 'RECEIVER' })
    expect(await payingOut.read(ref)).toMatchObject({ total: 100, sent: 99.46 })
    expect(reasonOf(await payingOut.ask({ ...someWish(from), amount: 0.5, fee_payer: 'RECEIVER' }))).toMatch(
      /^400 4077/,
    )
  })

  it('is refused at the field, and nothing is made', async () => {
    const from = await payingOut.account(1_000)
    const wish = someWish(from)
    const refusals: [object, string, string][] = [
      [{ virtual_acc_no: 'nobody' }, '400 4061 INVALID_VIRTUAL_ACCOUNT', 'txn_details.virtual_acc_no'],
      [{ currency: 'USD' }, '400 4076 INVALID_VIRTUAL_ACCOUNT_CURRENCY', 'txn_details.currency'],
      [{ amount: 200_001 }, '400 4078 INVALID_MAXIMUM_PAYOUT_AMOUNT', 'txn_details.amount'],
      [{ amount: 0 }, '400 4041 INVALID_AMOUNT', 'txn_details.amount'],
      [
        { bank_details: { ...someBank('X'), account_no: '12' } },
        '400 4098 INVALID_BANK_ACCOUNT',
        'txn_details.bank_details.account_no',
      ],
      [{ trigger_time: '2031-01-01 00:00:00' }, '400 4001 INVALID_REQUEST_DATA', 'txn_details.trigger_time'],
      [{ beneficiary_uuid: crypto.randomUUID() }, '400 4001 INVALID_REQUEST_DATA', 'txn_details.beneficiary_uuid'],
    ]
    for (const [changes, reason, path] of refusals) {
      const answer = await payingOut.ask({ ...wish, ...changes })
      expect(reasonOf(answer).split(' ').slice(0, 2), reason).toEqual(reason.split(' ').slice(0, 2))
      expect(pathsOf(answer), reason).toContain(path)
    }
    const made = await payingOut.sql('select from payouts where merchant_txn_ref = $1', [wish['txn_ref']])
    expect(made).toEqual([])
  })

  it('of a list is all or none, each signed by itself', async () => {
    const from = await payingOut.account(1_000)
    const [first, second] = [someWish(from), someWish(from)]
    const broken = await payingOut.ask([first, { ...second, amount: 200_001 }])
    expect(pathsOf(broken)).toEqual(['txn_details.1.amount'])
    expect(await payingOut.sql('select from payouts where merchant_txn_ref = $1', [first['txn_ref']])).toEqual([])
    expect((await payingOut.ask([first, second])).status).toBe(200)
    const again = await payingOut.ask([{ ...someWish(from), txn_ref: first['txn_ref'] }])
    expect(reasonOf(again)).toBe('400 4002 PAYOUT_REFERENCE_USED')
    expect(pathsOf(again)).toEqual(['txn_details.0.txn_ref'])
    const forged = { ...someWish(from), signature_hash: 'x' }
    const body = { environment: 'sandbox', txn_details: forged }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answer = await payingOut.testApp.call(payingOut.maker, 'POST', '/merchants/payout/transaction', body, headers)
    expect(reasonOf(answer)).toMatch(/^400 4011/)
  })

  it('that repeats another within 72 hours asks for a reason', async () => {
    const from = await payingOut.account(1_000)
    const wish = someWish(from)
    expect((await payingOut.ask(wish)).status).toBe(200)
    const twice = { ...wish, txn_ref: crypto.randomUUID() }
    expect(reasonOf(await payingOut.ask(twice))).toBe('409 4002 POSSIBLE_DUPLICATE')
    expect((await payingOut.ask({ ...twice, reason: 'Second delivery' })).status).toBe(200)
    expect((await payingOut.ask({ ...twice, txn_ref: crypto.randomUUID(), amount: 101 })).status).toBe(200)
  })

  it('above the maximum is cut into the fewest parts, equal to the minor unit', async () => {
    const from = await payingOut.account(1_000)
    const wish: Wish = { ...someWish(from), amount: 600_000.01 }
    const answer = await payingOut.ask(wish, { split_payouts: true })
    const parts = answer.body.content as unknown as { amount: number; merchant_txn_ref: string }[]
    expect(parts.map(({ amount }) => amount)).toEqual([150_000.01, 150_000, 150_000, 150_000])
    expect(parts.map(({ merchant_txn_ref }) => merchant_txn_ref)).toEqual(
      [1, 2, 3, 4].map((at) => `${String(wish['txn_ref'])}-${at}`),
    )
  })

  it('needs a maker with a second factor', async () => {
    const from = await payingOut.account()
    const approver = await payingOut.signIn(['payouts-approve-user'])
    const bare = await payingOut.signIn(['payouts-user'], { secondFactor: false })
    expect(reasonOf(await payingOut.ask(someWish(from), {}, approver))).toMatch(/^403 4081 ROLE_NOT_ALLOWED/)
    expect(reasonOf(await payingOut.ask(someWish(from), {}, bare))).toMatch(/^403 4081 SECOND_FACTOR_REQUIRED/)
  })
})

describe('an edit', () => {
  it('goes back to Created under the next revision, and makes its editor a maker', async () => {
    const from = await payingOut.account(1_000)
    const wish = someWish(from)
    await payingOut.ask(wish)
    const [row] = await payingOut.sql<{ txn_ref: string }>('select txn_ref from payouts where merchant_txn_ref = $1', [
      wish['txn_ref'],
    ])
    const ref = row?.txn_ref ?? ''
    const other = await payingOut.signIn(['payouts-admin'], { name: 'Editor' })
    const edit = (revision: number) => payingOut.edit(ref, { ...wish, amount: 70 }, revision, other)
    expect(reasonOf(await edit(2))).toMatch(/^409/)
    expect((await edit(1)).status).toBe(200)
    expect(await payingOut.read(ref)).toMatchObject({
      status: 'Created',
      revision: 2,
      amount: 70,
      made_by: ['Maker', 'Editor'],
    })
    await payingOut.approve(ref)
    expect(reasonOf(await edit(2))).toMatch(/^409 4079/)
  })
})

describe('cancelling', () => {
  it('makes what was set aside available again, and is over once the bank has it', async () => {
    const from = await payingOut.account(1_000)
    const ref = await payingOut.make(from)
    await payingOut.approve(ref)
    expect(await payingOut.cancel(ref)).toBe(200)
    expect(await payingOut.balances(from)).toEqual({ available: 100_000n, reserved: 0n })
    await payingOut.send(ref)
    expect(payingOut.bank.asked).not.toContain(ref)
    const sent = await payingOut.make(from)
    await payingOut.approve(sent)
    await payingOut.send(sent)
    expect(await payingOut.cancel(sent)).toBe(409)
  })
})
