import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FeeCheck, FeeSummary } from '#contract/fee-checks.ts'
import type { FeeClaim } from '#contract/fee-claims.ts'
import type { Learned } from '#contract/fee-learning.ts'
import type { FeePlan } from '#contract/fee-shapes.ts'
import { openReconciling, type Line, type Reconciling } from '#server/recon-files/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'

let recon: Reconciling
beforeAll(async () => {
  recon = await openReconciling()
  await sql(`delete from fee_plans where merchant_id = $1`)
  await recon.saveMapping()
})
afterAll(() => recon.close())

const sql = <R extends object>(text: string, ...values: unknown[]) =>
  recon.testApp.owner.transaction(null, (tx) => tx.query<R>(text, [recon.merchant.merchantId, ...values]))
const plan = (terms: object) => ({ payment_channel_key: 'SIMULATOR', percent_fee: 2, ...terms })
const create = (terms: object) =>
  recon.ask('POST', '/merchants/recon/v3/charge-config/create', { charge_config: plan(terms) })
const made = async (terms: object): Promise<FeePlan> => {
  const [first] = recon.dataOf<FeePlan[]>(await create(terms))
  if (!first) throw new Error('no plan')
  return first
}
const remove = (uuid: string) =>
  recon.testApp.call(recon.session, 'DELETE', `/merchants/${recon.merchant.key}/paychannel/SIMULATOR/delete-fee-config-record?uuid=${uuid}`) // prettier-ignore
const check = () => runJobs(recon.testApp, { names: ['check-fees'] })
const load = async (lines: readonly Line[], name: string) => {
  const file = await recon.load(lines, name)
  await check()
  return file.recon_id
}
const mismatches = async (filters: object = {}) => {
  const answer = await recon.ask('POST', '/merchants/fee-mismatch-transactions', { filters })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.content as unknown as FeeCheck[]
}
const told = (rows: readonly FeeCheck[]) =>
  rows.map(({ txn_ref, charged_fee, expected_fee, difference }) => `${txn_ref} ${charged_fee} ${expected_fee} ${difference}`).toSorted() // prettier-ignore
const contentOf = <T>({ status, text, body }: Awaited<ReturnType<typeof recon.ask>>): T => {
  if (status !== 200) throw new Error(text)
  return body.content as unknown as T
}

describe('a fee plan', () => {
  it('is answered as it was said, and deleted while nothing used it', async () => {
    const one = await made({ payment_method: 'card', currency: 'SGD', minimum_fee: 0.5, flat_fee: '0.30', tax_percentage: 8, amount_to: 1000, valid_from: '2026-01-01 00:00:00' }) // prettier-ignore
    expect(one).toMatchObject({
      payment_method: 'CARD', currency: 'SGD', percent_fee: '2', minimum_fee: '0.5', flat_fee: '0.3', tax_percentage: '8', amount_to: '1000',
      specificity: 3, used: false, lent: false, valid_from: '2026-01-01 00:00:00', valid_to: null,
    }) // prettier-ignore
    expect(recon.dataOf(await remove(one.uuid))).toEqual({ uuid: one.uuid, ended: false, valid_to: null })
    expect((await remove(one.uuid)).status).toBe(404)
  })

  it('is refused with 409 where another is as specific and could hold for the same, of two requests at once as well', async () => {
    const one = await made({ currency: 'SGD' })
    const other = await create({ payment_method: 'CARD' })
    expect([other.status, other.body['status_reason']]).toEqual([409, 'FEE_PLAN_OVERLAPS'])
    const both = await Promise.all([create({ country: 'SG', currency: 'SGD' }), create({ country: 'SG', currency: 'SGD' })]) // prettier-ignore
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    for (const { uuid } of [one, ...both.flatMap(({ status, body }) => (status === 200 ? (body['data'] as FeePlan[]) : []))]) await remove(uuid) // prettier-ignore
  })

  it('is refused in words where its terms cannot be', async () => {
    const reasonOf = async (terms: object) => {
      const { status, body } = await create(terms)
      const [error] = (body['errors'] ?? []) as { path: string; reason: string }[]
      return `${status} ${error?.path} ${error?.reason}`
    }
    expect(await reasonOf({ percent_fee: 100.5 })).toBe('400 charge_config.percent_fee too_big')
    expect(await reasonOf({ flat_fee: 1 })).toBe('400 charge_config.currency required')
    expect(await reasonOf({ flat_fee: 0.5, currency: 'JPY' })).toBe('400 charge_config.flat_fee too_many_decimals')
    expect(await reasonOf({ amount_from: 5, amount_to: 5, currency: 'SGD' })).toBe('400 charge_config.amount_to too_small') // prettier-ignore
    expect(await reasonOf({ valid_from: '2026-02-01 00:00:00', valid_to: '2026-02-01 00:00:00' })).toBe('400 charge_config.valid_to too_early') // prettier-ignore
  })
})

describe('fees of loaded files', () => {
  it('are compared to the last cent, and anew when plan or tolerance changes', async () => {
    const general = await made({ currency: 'SGD', flat_fee: 0.1 })
    await load([{ ref: 'A1', gross: '10.00', fee: '0.30' }, { ref: 'A2', gross: '20.00', fee: '0.51' }, { ref: 'A3', gross: '30.00', fee: '0.65' }], 'a.csv') // prettier-ignore
    expect(told(await mismatches())).toEqual(['A2 0.51 0.5 0.01', 'A3 0.65 0.7 -0.05'])
    const [row] = await mismatches({ direction: 'over' })
    expect(row?.formula).toMatchObject({ base: '20', percent_fee: '2', share: '0.4', flat_fee: '0.1', fee: '0.5' })
    const tolerance = { payment_channel_key: 'SIMULATOR', tolerance: 0.019 }
    expect(recon.dataOf(await recon.ask('POST', '/merchants/recon/v3/tolerance/update', tolerance))).toEqual(tolerance)
    await check()
    expect(told(await mismatches())).toEqual(['A3 0.65 0.7 -0.05'])
    expect(told(await mismatches({ outcome: 'within' }))).toEqual(['A2 0.51 0.5 0.01'])
    await recon.ask('POST', '/merchants/recon/v3/tolerance/update', { ...tolerance, tolerance: 0 })
    await check()

    const changed = { uuid: general.uuid, flat_fee: 0.05 }
    const [after] = recon.dataOf<FeePlan[]>(await recon.ask('POST', '/merchants/recon/v3/charge-config/update', { charge_config: changed })) // prettier-ignore
    expect(after).toMatchObject({ flat_fee: '0.05', parent_uuid: general.uuid })
    const plans = recon.dataOf<FeePlan[]>(await recon.ask('GET', '/merchants/recon/v3/charge-config/all'))
    expect(plans.map(({ valid_to }) => valid_to !== null)).toEqual([false, true])
    await check()
    expect(told(await mismatches())).toEqual(['A2 0.51 0.5 0.01', 'A3 0.65 0.7 -0.05'])
  })

  it('leave with the file that brought them', async () => {
    const reconId = await load([{ ref: 'W1', gross: '10.00', fee: '9.00' }], 'w.csv')
    expect(told(await mismatches({ txn_ref: 'W1' }))).toEqual(['W1 9 0.3 8.7'])
    await recon.act(reconId, 'withdraw')
    await recon.work()
    await check()
    expect(await mismatches({ txn_ref: 'W1' })).toEqual([])
  })

  it('teach the terms behind them, and are summed', async () => {
    const learned = contentOf<Learned[]>(await recon.ask('POST', '/api/recon/fees/learn', { payment_channel_key: 'SIMULATOR' })) // prettier-ignore
    expect(learned).toMatchObject([{ txn_type: 'payment', currency: 'SGD', rows: 3, amounts: 3 }])
    const summary = contentOf<FeeSummary[]>(await recon.ask('POST', '/api/recon/fees/summary', {}))
    expect(summary).toMatchObject([{ records: 3, checked: 3, mismatches: 2, charged: '1.46', expected: '1.5', over: '0.01', under: '0.05' }]) // prettier-ignore
  })
})

describe('a claim', () => {
  it('takes each overcharge once, is sent with its evidence, and names the line that gave it back', async () => {
    await load(
      [
        { ref: 'C1', gross: '10.00', fee: '1.30' },
        { ref: 'C2', gross: '20.00', fee: '0.60' },
      ],
      'c.csv',
    )
    const over = await mismatches({ direction: 'over' })
    const refs = over.filter(({ txn_ref }) => txn_ref.startsWith('C')).map(({ check_ref }) => check_ref)
    const claims = '/api/recon/fees/claims'
    const under = (await mismatches({ direction: 'under' })).map(({ check_ref }) => check_ref)
    expect((await recon.ask('POST', claims, { check_refs: [...refs, ...under] })).status).toBe(409)
    const claim = contentOf<FeeClaim>(await recon.ask('POST', claims, { check_refs: refs }))
    expect(claim).toMatchObject({ state: 'open', amount: '1.1', currency: 'SGD', rows: 2 })
    expect((await recon.ask('POST', claims, { check_refs: refs })).status).toBe(409)
    const of = `${claims}/${claim.claim_ref}`
    expect(contentOf<FeeClaim>(await recon.ask('POST', `${of}/send`, { to: 'fees@provider.example' }))).toMatchObject({ state: 'sent', sent_to: 'fees@provider.example' }) // prettier-ignore
    const [mail] = await sql<{ attachments: unknown }>(`select attachments from messages where merchant_id = $1 and recipient = $2`, 'fees@provider.example') // prettier-ignore
    expect(mail?.attachments).toMatchObject([{ of: { kind: 'fee-claim', ref: claim.claim_ref } }])
    expect((await recon.ask('POST', `${of}/close`, { as: 'recovered', recovery_ref: 'NOT-THERE' })).status).toBe(400)
    await load([{ ref: 'BACK', type: 'Fee', gross: '1.10', fee: '' }], 'back.csv')
    expect(contentOf<FeeClaim>(await recon.ask('POST', `${of}/close`, { as: 'recovered', recovery_ref: 'BACK' }))).toMatchObject({ state: 'recovered', recovered: '1.1', recovery_ref: 'BACK' }) // prettier-ignore
    expect((await recon.ask('POST', `${of}/close`, { as: 'accepted' })).status).toBe(409)
  })
})
