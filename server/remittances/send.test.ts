import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateAccount } from '#server/remittance-accounts/update.ts'
import { cutRemittance } from './cut-job.ts'
import { fakeProvider } from './fake-provider.ts'
import { openRemitting, type Remitting } from './fixtures.ts'
import { applyRemittanceOutcome } from './outcomes.ts'
import { quoteRemittance } from './quote.ts'
import { sendRemittance } from './send.ts'

let first: Remitting
const { fake, provider } = fakeProvider()
beforeAll(async () => {
  first = await openRemitting()
  first.testApp.serveParts.services.provider = () => provider
})
afterAll(() => first.close())

const at = (text: string) => new Date(`${text}Z`)
/** Midnight in Seoul of Friday, 6 March 2026, and an hour of the Monday after it. */
const cutAt = at('2026-03-05T15:00:00')
const monday = at('2026-03-09T03:00:00')

/** A settlement of 446.93 USD that is cut, and its account. */
async function cutOne({ account = true, markup = '0.9' } = {}): Promise<{ shop: Remitting; ref: string }> {
  fake.answers.clear()
  fake.silent = fake.lost = false
  const shop = await openRemitting({}, first.testApp)
  await shop.agree(at('2026-03-01T00:00:00'), { markup_percent: markup })
  if (account) await shop.account(at('2026-03-01T00:00:00'))
  await shop.sell([{ ref: 'a', amountMinor: 44_693n, at: at('2026-03-04T03:00:00') }])
  await shop.settle(at('2026-03-05T03:00:00'), 'USD', [{ ref: 'a', grossMinor: 44_693n }])
  await shop.open(at('2026-03-05T03:00:00'), 'USD', '2026-03-05')
  const open = (await shop.rows()).find(({ status }) => status === 'Open')
  const ref = open?.settlement_ref ?? ''
  await run(shop, cutAt, cutRemittance, { settlementRef: ref })
  return { shop, ref }
}
/** Runs a job once, while the provider's clock shows the same. */
function run(shop: Remitting, ...given: Parameters<Remitting['run']>): Promise<void> {
  fake.now = () => given[0]
  return shop.run(...given)
}
const rowOf = async (shop: Remitting, ref: string) =>
  (await shop.rows()).find(({ settlement_ref }) => settlement_ref === ref)

describe('a settlement that is cut', () => {
  it('is sent on the next day that is a working day, at the rate of then less the markup, and is paid once', async () => {
    const { shop, ref } = await cutOne()
    expect(await rowOf(shop, ref)).toMatchObject({ status: 'Calculated', net_bc: 44_693n })
    await run(shop, at('2026-03-05T16:00:00'), quoteRemittance, { settlementRef: ref })
    const friday = at('2026-03-06T03:00:00')
    await run(shop, friday, quoteRemittance, { settlementRef: ref })
    await run(shop, friday, sendRemittance, { settlementRef: ref })
    await run(shop, friday, sendRemittance, { settlementRef: ref })
    expect(await rowOf(shop, ref)).toMatchObject({
      status: 'Remitted',
      net_amount_transferred_dc: 616_195n,
      forex_cost_dc: 5_596n,
      attempts: 1,
    })
    expect(fake.sent.filter(({ key }) => key.startsWith(ref))).toMatchObject([
      { key: `${ref}:1`, to: { currency: 'KRW', amountMinor: 616_195n } },
    ])
    expect(await shop.books()).toMatchObject({ 'bank:SIMULATOR KRW': -616_195n, 'fx_position KRW': 616_195n })
    expect(Object.keys(await shop.books()).filter((account) => account.startsWith('remit_clearing'))).toEqual([])
    expect(await shop.sql(`select remit_status from payments where merchant_id = $1`)).toEqual([
      { remit_status: 'REMITTED' },
    ])
    expect(await shop.findings()).toEqual([])
  })

  it('is asked for, and never sent twice, while its provider does not answer', async () => {
    const { shop, ref } = await cutOne()
    fake.silent = true
    await run(shop, monday, quoteRemittance, { settlementRef: ref })
    await run(shop, monday, sendRemittance, { settlementRef: ref })
    expect(await rowOf(shop, ref)).toMatchObject({ status: 'Processing' })
    fake.silent = false
    await run(shop, monday, sendRemittance, { settlementRef: ref, asks: 1 })
    expect(await rowOf(shop, ref)).toMatchObject({ status: 'Remitted', attempts: 1 })
    expect(fake.sent.filter(({ key }) => key.startsWith(ref))).toHaveLength(1)
  })

  it('that its provider never got is sent again to the account as it was, whatever has become of that, and keeps no number then', async () => {
    const { shop, ref } = await cutOne()
    const kept = async () =>
      (await shop.sql<{ kept: Buffer | null }>('select account_sealed as kept from remittances where merchant_id = $1 and settlement_ref = $2', [ref]))[0]?.kept // prettier-ignore
    await run(shop, monday, quoteRemittance, { settlementRef: ref })
    fake.lost = true
    await run(shop, monday, sendRemittance, { settlementRef: ref })
    fake.lost = false
    const account = (await rowOf(shop, ref))?.account_uuid ?? ''
    expect(String(await kept())).toMatch(/./)
    expect(String(await kept())).not.toContain('110234567890')
    await shop.at(monday, (ctx) =>
      updateAccount(ctx, account, { account_number: '110999999999' }, { about: '', check: 'NOT_POSSIBLE', nameAtBank: '' }),
    ) // prettier-ignore
    for (const asks of [1, 2]) await run(shop, monday, sendRemittance, { settlementRef: ref, asks })
    expect(await rowOf(shop, ref)).toMatchObject({ status: 'Remitted', attempts: 1, account_last_four: '7890' })
    expect(fake.sent.filter(({ key }) => key.startsWith(ref))).toMatchObject([
      { key: `${ref}:1`, purpose: 'GDDS', account: { number: '110234567890', bankCode: '088' } },
    ])
    expect(await kept()).toBeNull()
  })

  it('is held without an account and while the account waits, with until when, and goes on then', async () => {
    const { shop, ref } = await cutOne({ account: false })
    await run(shop, monday, quoteRemittance, { settlementRef: ref })
    expect(await rowOf(shop, ref)).toMatchObject({ status: 'On Hold', holds: ['account_missing'] })
    await shop.account(monday)
    await shop.wait(at('2026-03-10T03:00:00'))
    await run(shop, monday, quoteRemittance, { settlementRef: ref })
    expect(await rowOf(shop, ref)).toMatchObject({
      status: 'On Hold',
      holds: ['account_waits'],
      held_until: at('2026-03-10T03:00:00'),
    })
    await run(shop, at('2026-03-10T03:00:01'), quoteRemittance, { settlementRef: ref })
    expect(await rowOf(shop, ref)).toMatchObject({ status: 'Calculated', holds: [] })
  })

  it('is held when the rate has fallen by more than was agreed since the cut', async () => {
    const { shop, ref } = await cutOne()
    fake.rates['USD KRW'] = '1377.33'
    await run(shop, monday, quoteRemittance, { settlementRef: ref })
    fake.rates['USD KRW'] = '1391.25'
    expect(await rowOf(shop, ref)).toMatchObject({ status: 'On Hold', holds: ['rate_moved'] })
  })

  it('is asked at what rate anew when the quote ran out, here or at its provider', async () => {
    const { shop, ref } = await cutOne()
    await run(shop, monday, quoteRemittance, { settlementRef: ref })
    await run(shop, at('2026-03-09T03:31:00'), sendRemittance, { settlementRef: ref })
    expect(await rowOf(shop, ref)).toMatchObject({ status: 'Calculated', quote_ref: '', attempts: 0 })
    fake.answers.set(`${ref}:1`, { kind: 'quote_expired' })
    const later = at('2026-03-09T04:00:00')
    for (let round = 0; round < 2; round++) {
      await run(shop, later, quoteRemittance, { settlementRef: ref })
      await run(shop, later, sendRemittance, { settlementRef: ref })
      fake.answers.clear()
    }
    expect(await rowOf(shop, ref)).toMatchObject({ status: 'Remitted', attempts: 1, conversions: 2 })
    expect(await shop.findings()).toEqual([])
  })

  it('that failed gives the changed money back, and that was returned keeps what banks kept', async () => {
    const { shop, ref } = await cutOne()
    fake.answers.set(`${ref}:1`, {
      kind: 'failed',
      providerRef: 'P',
      reason: 'INVALID_ACCOUNT',
      providerText: 'no such account',
    })
    await run(shop, monday, quoteRemittance, { settlementRef: ref })
    await run(shop, monday, sendRemittance, { settlementRef: ref })
    expect(await rowOf(shop, ref)).toMatchObject({
      status: 'Failed',
      applied_forex_rate: null,
      net_amount_transferred_dc: null,
    })
    expect((await rowOf(shop, ref))?.account_sealed).toBeNull()
    expect(await shop.books()).toMatchObject({ 'remit_clearing USD': -44_693n })
    expect(Object.keys(await shop.books()).filter((account) => account.endsWith('KRW'))).toEqual([])
    const word = await shop.at(monday, (ctx) =>
      applyRemittanceOutcome(ctx, ref, 1, { kind: 'paid', providerRef: 'P', amountMinor: 616_195n }, monday),
    )
    expect(word).toBe('contradicts')
    expect(await shop.findings()).toEqual([])
  })

  it('changes no money by another amount than ours', async () => {
    const { shop, ref } = await cutOne()
    fake.answers.set(`${ref}:1`, { kind: 'paid', providerRef: 'P', amountMinor: 616_194n })
    await run(shop, monday, quoteRemittance, { settlementRef: ref })
    await run(shop, monday, sendRemittance, { settlementRef: ref })
    expect(await rowOf(shop, ref)).toMatchObject({ status: 'Processing', holds: ['other_amount'] })
    expect(await shop.books()).toMatchObject({ 'remit_clearing KRW': -616_195n })
  })

  it('that came back is with its provider again, less what banks kept', async () => {
    const { shop, ref } = await cutOne()
    await run(shop, monday, quoteRemittance, { settlementRef: ref })
    await run(shop, monday, sendRemittance, { settlementRef: ref })
    const returned = {
      kind: 'returned',
      providerRef: 'P',
      amountMinor: 616_195n,
      returnedMinor: 610_000n,
      reason: 'ACCOUNT_CLOSED',
      providerText: '',
    } as const
    for (const effect of ['applied', 'ignored'])
      expect(await shop.at(monday, (ctx) => applyRemittanceOutcome(ctx, ref, 1, returned, monday))).toBe(effect)
    expect(await rowOf(shop, ref)).toMatchObject({
      status: 'Returned',
      returned_dc: 610_000n,
      kept_by_banks_dc: 6_195n,
    })
    expect(await shop.books()).toMatchObject({ 'remit_clearing KRW': -610_000n, 'bank:SIMULATOR KRW': -6_195n })
    expect(await shop.findings()).toEqual([])
  })
})
