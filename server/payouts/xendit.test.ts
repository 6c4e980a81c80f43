import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { VirtualAccount } from '#contract/virtual-accounts.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { openXendit, type TestXendit } from '#server/providers/xendit/fixtures.ts'
import { receiver, type Received } from '#server/providers/simulator/fixtures.ts'
import { compareBalance } from '#server/virtual-accounts/compare-job.ts'
import { receiveDeposit } from '#server/virtual-accounts/deposits.ts'
import type { Answer } from '#test/test-app.ts'
import { openPayingOut, someWish, type PayingOut } from './fixtures.ts'

/** Payouts through the merchant's calls by Xendit, as the simulator speaks it. */
let out: PayingOut
let surface: TestXendit
let told: Awaited<ReturnType<typeof receiver>>
let from: string
beforeAll(async () => {
  out = await openPayingOut()
  surface = await openXendit({ delayMs: 20 })
  told = await receiver()
  await surface.callbacksTo(told.url)
  const { services } = out.testApp.serveParts
  const simulated = services.provider
  const xendit = surface.open({ timeoutMs: 300 })
  services.providers = ['simulator', 'xendit']
  services.provider = (name, ...rest) => (name === 'xendit' ? xendit : simulated(name, ...rest))
  const admin = await out.testApp.signIn(out.merchant)
  const creds = { secret_key: surface.credentials.secretKey, callback_token: surface.credentials.callbackToken }
  const keyed = () => ({ 'idempotency-key': crypto.randomUUID() })
  const channel = `/merchants/${out.merchant.key}/add-paychannel/XENDIT`
  expectOk(await out.testApp.call(admin, 'POST', channel, { creds, pay_type: 'PAYOUT' }, keyed()))
  const custodian = await out.signIn(['payouts-admin'])
  const wish = { channel_key: 'XENDIT', account_name: 'Rupiah', currency: 'IDR' }
  const opened = await out.testApp.call(custodian, 'POST', `/merchants/${out.merchant.key}/payout/va`, wish, keyed())
  from = (expectOk(opened).body.content as unknown as VirtualAccount).account_no
  await surface.topUp(10_000_000, 'IDR')
  await deposit(1_000_000_000n)
})
afterAll(async () => {
  await compared()
  expect(await out.findings()).toEqual([])
  await Promise.all([out.close(), surface.close(), told.close()])
})
afterEach(() => expect(surface.faults.splice(0)).toEqual([]))

function expectOk(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(answer.text)
  return answer
}
/** Money that has come onto the balance, as custodians enter it. */
const deposit = (amountMinor: bigint) => {
  const [id, at] = [crypto.randomUUID(), new Date().toISOString()]
  const word = {
    kind: 'deposit',
    id,
    accountNo: from,
    depositRef: id,
    amountMinor,
    currency: 'IDR',
    payer: '',
    at,
  } as const
  return out.inOwn((ctx) => receiveDeposit(ctx, { channelKey: 'XENDIT', told: word, body: '' }))
}
const scope = () => ({ merchantId: out.merchant.merchantId, environment: 'sandbox' as const })
const compared = () =>
  runJob(compareBalance as never, { ...scope(), accountNo: from }, out.testApp.serveParts, AbortSignal.timeout(5_000))
const someAccount = (holder: string) => ({
  account_no: String(10_000_000 + Math.floor(Math.random() * 89_999_999)),
  account_type: 'BANK',
  account_name: holder,
  bank_no: '014',
  bank_name: 'BCA',
  country: 'ID',
})
const wishTo = (holder: string) => ({ currency: 'IDR', amount: 50_000, bank_details: someAccount(holder) })
const sent = async (holder: string): Promise<string> => {
  const ref = await out.make(from, wishTo(holder))
  await out.approve(ref)
  await out.send(ref)
  return ref
}
const atXendit = async (ref: string) =>
  ((await surface.call(`/v2/payouts?reference_id=${ref}`)).json as { data: Record<string, unknown>[] }).data
const untilState = (ref: string, state: string) =>
  expect.poll(() => out.send(ref).then(() => out.state(ref)), { timeout: 5_000 }).toBe(state)
const available = async () => (await out.balances(from)).available

/** The call-back about a payout that has this event, once it has come. */
async function arrived(ref: string, event: string): Promise<Received> {
  const found = () => told.received.find(({ body }) => body.includes(ref) && body.includes(event))
  await expect.poll(found).toBeDefined()
  return found() as Received
}
const callBack = async ({ headers, body }: Received, token = String(headers['x-callback-token'])) => {
  const path = `/api/callbacks/XENDIT/${out.merchant.key}/sandbox`
  const sentWith = { 'x-callback-token': token, 'webhook-id': String(headers['webhook-id']) }
  return (await out.testApp.call(null, 'POST', path, JSON.parse(body), sentWith)).status
}

describe('a payout by Xendit', () => {
  it('is paid from the mirrored balance, to the bank by its code there, under our reference', async () => {
    const before = await available()
    const ref = await sent('Supplier')
    expect(await out.state(ref)).toBe('Processing')
    expect(await atXendit(ref)).toMatchObject([
      { id: expect.stringMatching(/^disb-/), channel_code: 'ID_BCA', amount: 50_000, currency: 'IDR' },
    ])
    await untilState(ref, 'Success')
    expect(await available()).toBe(before - 5_000_000n)
  })

  it('that fails says why, and its money is available again', async () => {
    const before = await available()
    const ref = await sent('Sim bank offline')
    await untilState(ref, 'Failed')
    expect(await out.read(ref)).toMatchObject({
      status_reason: 'BANK_OFFLINE',
      status_channel_reason: 'TEMPORARY_BANK_NETWORK_ERROR',
    })
    const invalid = await sent('Sim invalid account')
    expect(await out.read(invalid)).toMatchObject({ status: 'Failed', status_reason: 'INVALID_ACCOUNT' })
    expect(await available()).toBe(before)
  })

  it('of which no answer came is found by its reference, and is sent again only where it never arrived', async () => {
    for (const holder of ['Sim no answer', 'Sim error after effect', 'Sim error before effect', 'Sim never seen']) {
      const ref = await sent(holder)
      expect(await out.state(ref)).toBe('Processing')
      await untilState(ref, 'Success')
      expect(await atXendit(ref), holder).toHaveLength(1)
    }
  })

  it('that Xendit reverses after it has paid comes back whole', async () => {
    const before = await available()
    const ref = await sent('Sim returned')
    const asked = () => out.send(ref).then(() => out.follow(ref, 5))
    await expect.poll(() => asked().then(() => out.state(ref)), { timeout: 5_000 }).toBe('Returned')
    expect(await out.read(ref)).toMatchObject({ status: 'Returned', amount: 50_000 })
    expect(await available()).toBe(before)
  })

  it('is paid once for its key, however often it is asked for', async () => {
    const request = {
      key: crypto.randomUUID(),
      accountNo: from,
      amountMinor: 100_000_00n,
      currency: 'IDR',
      to: {
        type: 'BANK',
        country: 'ID',
        holder: 'Ada',
        number: '1234567890',
        bankCode: '014',
        bankName: '',
        fields: {},
      },
      remarks: '',
      purpose: '',
      feePayer: 'SENDER',
      callbackUrl: '',
    } as const
    const pay = () => surface.provider.payouts?.pay(request, AbortSignal.timeout(5_000))
    const [first, second] = await Promise.all([pay(), pay()])
    expect(first).toMatchObject({ providerRef: expect.stringMatching(/^disb-/) })
    expect(second).toMatchObject({ providerRef: (first as { providerRef: string }).providerRef })
    expect(await pay()).toMatchObject({ providerRef: (first as { providerRef: string }).providerRef })
    expect(await atXendit(request.key)).toHaveLength(1)
    // It is none of the merchant's payouts, so the balance has it back.
    await surface.topUp(100_000, 'IDR')
  })
})

describe('a call-back about a payout', () => {
  it('ends it, once for its event; with another token it is not there', async () => {
    const ref = await sent('Supplier')
    const call = await arrived(ref, 'payout.succeeded')
    expect(await callBack(call, 'another')).toBe(404)
    expect(await out.state(ref)).toBe('Processing')
    expect(await callBack(call)).toBe(200)
    expect(await callBack(call)).toBe(200)
    expect(await out.state(ref)).toBe('Success')
    const words = await out.sql('select effect from payout_words where txn_ref = $1', [ref])
    expect(words).toEqual([{ effect: 'applied' }])
  })

  it('of a reversal returns it', async () => {
    const ref = await sent('Sim returned')
    expect(await callBack(await arrived(ref, 'payout.reversed'))).toBe(200)
    expect(await out.state(ref)).toBe('Returned')
  })

  it('moves nothing by what it says: Xendit is asked', async () => {
    const ref = await sent('Sim pending')
    const data = { id: 'disb-1', reference_id: ref, status: 'SUCCEEDED', amount: 50_000, currency: 'IDR' }
    const body = JSON.stringify({ event: 'payout.succeeded', created: new Date().toISOString(), data })
    const headers = { 'x-callback-token': surface.credentials.callbackToken, 'webhook-id': crypto.randomUUID() }
    expect(await callBack({ headers, body })).toBe(200)
    expect(await out.state(ref)).toBe('Processing')
    const [payout] = await atXendit(ref)
    await surface.simulator.call(`/v1/control/payouts/xendit:${String(payout?.['id'])}`, { body: { act: 'pay' } })
    await untilState(ref, 'Success')
  })
})

describe('a payout that Xendit cannot make', () => {
  const refusedAt = async (changes: object) => {
    const { status, body } = await out.ask({ ...someWish(from), ...wishTo('Supplier'), ...changes })
    return [
      status,
      (body as { errors?: { path: string; reason: string }[] }).errors?.map(({ path, reason }) => [path, reason]),
    ]
  }

  it('is refused at the field: a bank without a code there, and a fraction of a rupiah', async () => {
    const elsewhere = { bank_details: { ...someAccount('Supplier'), bank_no: '999' } }
    const [status, errors] = await refusedAt(elsewhere)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(errors).toEqual([[expect.stringMatching(/bank_details\.bank_no$/), 'bank_not_reached']])
    expect((await refusedAt({ amount: 50_000.5 }))[1]).toEqual([
      [expect.stringMatching(/amount$/), 'too_many_decimals'],
    ])
  })

  it('at once is cut into parts of whole rupiah', async () => {
    const wish = { ...someWish(from), ...wishTo('Large Supplier'), amount: 250_000_001 }
    const made = expectOk(await out.ask(wish, { split_payouts: true })).body.content as unknown as { amount: number }[]
    expect(made.map(({ amount }) => amount)).toEqual([125_000_001, 125_000_000])
  })

  it('is refused at the bank of an account that is checked for the channel', async () => {
    const { bank_no: bank_code, ...account } = someAccount('Supplier')
    const custodian = await out.signIn(['payouts-admin'], { name: 'Cleo' })
    const body = { ...account, bank_code, environment: 'sandbox', channel_key: 'XENDIT' }
    const check = (changes: object) =>
      out.testApp.call(custodian, 'POST', `/api/payouts/${out.merchant.key}/name-checks`, { ...body, ...changes })
    const { body: said } = await check({ bank_code: '999' })
    expect(said).toMatchObject({ errors: [{ path: 'bank_code', reason: 'bank_not_reached' }] })
    expect((await check({ channel_key: 'SIMULATOR', bank_code: '999' })).text).not.toContain('bank_not_reached')
  })
})

describe('the balance', () => {
  it('is compared with the ledger, and a difference alarms', async () => {
    await compared()
    expect(await out.findings()).toEqual([])
    await surface.topUp(1_000, 'IDR')
    await compared()
    expect(await out.findings()).toMatchObject([{ invariant: 'the bank holds what the ledger says' }])
    await deposit(100_000n)
    await compared()
    expect(await out.findings()).toEqual([])
  })

  it('is asked for once a day, where the account mirrors it', async () => {
    const listed = (hours: number) =>
      out.inOwn(async (ctx) => {
        const asked = new Date(ctx.now.getTime() - hours * 3_600_000)
        await ctx.own.update('virtual_accounts').set({ bank_asked_at: asked }).where('account_no', '=', from).execute()
        return (await compareBalance.overdue?.list(ctx, ctx.now))?.length
      })
    expect(await listed(2)).toBe(0)
    expect(await listed(25)).toBe(1)
  })
})
