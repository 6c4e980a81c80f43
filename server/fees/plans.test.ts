import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FeePlan } from '#contract/fee-shapes.ts'
import { openCheckingFees, type CheckingFees } from './checking-fixtures.ts'

let fees: CheckingFees
beforeAll(async () => {
  fees = await openCheckingFees()
})
afterAll(() => fees.recon.close())

describe('a fee plan', () => {
  it('is answered as it was said, and deleted while nothing used it', async () => {
    const one = await fees.made({ payment_method: 'card', currency: 'SGD', minimum_fee: 0.5, flat_fee: '0.30', tax_percentage: 8, amount_to: 1000, valid_from: '2026-01-01 00:00:00' }) // prettier-ignore
    expect(one).toMatchObject({
      payment_method: 'CARD', currency: 'SGD', percent_fee: '2', minimum_fee: '0.5', flat_fee: '0.3', tax_percentage: '8', amount_to: '1000',
      specificity: 3, used: false, lent: false, valid_from: '2026-01-01 00:00:00', valid_to: null,
    }) // prettier-ignore
    expect(fees.recon.dataOf(await fees.remove(one.uuid))).toEqual({ uuid: one.uuid, ended: false, valid_to: null })
    expect((await fees.remove(one.uuid)).status).toBe(404)
  })

  it('is refused with 409 where another is as specific and could hold for the same, of two requests at once as well', async () => {
    const one = await fees.made({ currency: 'SGD' })
    const other = await fees.create({ payment_method: 'CARD' })
    expect([other.status, other.body['status_reason']]).toEqual([409, 'FEE_PLAN_OVERLAPS'])
    expect(other.body['errors']).toMatchObject([{ reason: 'overlaps', params: { plan: one.uuid } }])
    const both = await Promise.all([fees.create({ country: 'SG', currency: 'SGD' }), fees.create({ country: 'SG', currency: 'SGD' })]) // prettier-ignore
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    for (const { uuid } of [one, ...both.flatMap(({ status, body }) => (status === 200 ? (body['data'] as FeePlan[]) : []))]) await fees.remove(uuid) // prettier-ignore
  })

  it('is refused in words where its terms cannot be', async () => {
    const reasonOf = async (terms: object) => {
      const { status, body } = await fees.create(terms)
      const [error] = (body['errors'] ?? []) as { path: string; reason: string }[]
      return `${status} ${error?.path} ${error?.reason}`
    }
    expect(await reasonOf({ percent_fee: 100.5 })).toBe('400 charge_config.percent_fee too_big')
    expect(await reasonOf({ flat_fee: 1 })).toBe('400 charge_config.currency required')
    expect(await reasonOf({ flat_fee: 0.5, currency: 'JPY' })).toBe('400 charge_config.flat_fee too_many_decimals')
    expect(await reasonOf({ amount_from: 5, amount_to: 5, currency: 'SGD' })).toBe('400 charge_config.amount_to too_small') // prettier-ignore
    expect(await reasonOf({ valid_from: '2026-02-01 00:00:00', valid_to: '2026-02-01 00:00:00' })).toBe('400 charge_config.valid_to too_early') // prettier-ignore
  })

  it('of components is calculated once each base is stated, and says which is missing', async () => {
    const components = [
      { name: 'Commission', base: 'order', percent_fee: '15', tax_percentage: '10' },
      { name: 'Delivery', base: 'delivery', percent_fee: '5', flat_fee: '0.50' },
      { name: 'Marketing', base: 'net_of_discount', percent_fee: '1' },
    ]
    const path = `/merchants/${fees.recon.merchant.key}/paychannel/SIMULATOR/update-foodtech-fee-config-record`
    const { uuid } = fees.recon.dataOf<FeePlan>(await fees.recon.ask('POST', path, { record: { currency: 'SGD', components } })) // prettier-ignore
    const calculated = async (stated: object) => {
      const asked = { payment_channel_key: 'SIMULATOR', currency: 'SGD', amount: '40', ...stated }
      const answer = await fees.recon.ask('POST', '/api/recon/fees/calculate', asked)
      const { plan, formula, missing } = fees.contentOf<{ plan: FeePlan | null; formula: { fee: string; tax: string } | null; missing: string[] }>(answer) // prettier-ignore
      return [plan?.uuid === uuid, formula && `${formula.fee} ${formula.tax}`, ...missing]
    }
    expect(await calculated({})).toEqual([true, null, 'delivery', 'discount'])
    expect(await calculated({ delivery: '4' })).toEqual([true, null, 'discount'])
    expect(await calculated({ delivery: '4', discount: 10 })).toEqual([true, '7 0.6'])
    await fees.remove(uuid)
  })
})
