import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rateText } from '#contract/exchange-rates.ts'
import { currencies, currencyCodes, type Currency } from '#contract/kit/money.ts'
import { full } from '#test/faults/counts.ts'
import { openRemitting, type Remitting } from './fixtures.ts'
import { fraction, minor, modelOf, ofText, type ModelRefund, type ModelSale, type ModelTerms } from './model.ts'

const histories = full ? 2_000 : 40

let first: Remitting
beforeAll(async () => {
  first = await openRemitting()
})
afterAll(() => first.close())

const dayMs = 86_400_000
const begin = Date.parse('2026-03-01T15:00:00Z')
/** Midnight of a day in Seoul, which has no summer time. */
const midnight = (day: number) => new Date(begin + day * dayMs)
const dayOf = (moment: Date) => new Date(moment.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)

describe('random histories', () => {
  it.each(Array.from({ length: histories }, (_, at) => at + 1))(
    '%i are what a model in rational numbers says',
    async (seed) => {
      const random = seeded(seed)
      const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T
      const shop = await openRemitting({}, first.testApp)
      const currency: Currency = pick(currencyCodes.filter((code) => code !== 'KRW'))
      const decimals = currencies[currency]
      const amount = (most: number) => fraction(BigInt(random(most) + 1), 10n ** BigInt(decimals))
      const reserve = pick<ModelTerms['reserve']>([
      { kind: 'none' }, { kind: 'rolling', percent: pick(['10', '7.5', '12.345']), days: 3 + random(4) }, { kind: 'fixed', percent: pick(['20', '33.333']), target: fraction(BigInt(random(50_000) + 1), 100n) },
    ]) // prettier-ignore
      const terms: ModelTerms = {
        sourceDecimals: decimals,
        reserve,
        transferFee: fraction(BigInt(random(300)), 100n),
        minimum: fraction(BigInt(random(2) * random(2_000)), 100n),
      }
      const withholding = {
        US: { percent: pick(['1', '2.5', '10', '0.125']), on: 'amount' },
        JP: { percent: pick(['5', '12.5']), on: 'fee' },
      } as const
      await shop.agree(midnight(-1), {
      withholding: JSON.stringify(withholding) as never, transfer_fee_minor: minor(terms.transferFee, 2), minimum_minor: minor(terms.minimum, 2),
      reserve_kind: reserve.kind, reserve_percent: reserve.kind === 'none' ? '0' : reserve.percent, reserve_days: reserve.kind === 'rolling' ? reserve.days : 0,
      reserve_target_minor: reserve.kind === 'fixed' ? minor(reserve.target, 2) : 0n,
    }) // prettier-ignore
      await shop.open(midnight(0), currency, dayOf(midnight(0)))
      const model = modelOf(terms)
      const [sales, refunds]: [ModelSale[], ModelRefund[]] = [[], []]
      const ids = new Map<string, string>()
      for (let day = 0; day < 6; day++) {
        const during = (hours: number) => new Date(midnight(day).getTime() + hours * 3_600_000 + random(3_000_000))
        for (let n = random(5); n > 0; n--) {
          const [country, at] = [pick(['US', 'JP', 'VN'] as const), during(random(20))]
          const sold = amount(pick([2_000, 5_000_000]))
          const fee = fraction(BigInt(random(Math.max(1, Number(minor(sold, decimals) / 5n)))), 10n ** BigInt(decimals))
          const sale: ModelSale = {
            ref: `${seed}-${sales.length}`,
            amount: sold,
            fee,
            withheld: country === 'VN' ? null : withholding[country],
            soldOn: dayOf(at),
            settledAt: null,
          }
          await shop.sell([
            {
              ref: sale.ref,
              amountMinor: minor(sold, decimals),
              feeMinor: minor(fee, decimals),
              currency,
              country,
              at,
            },
          ])
          sales.push(sale)
        }
        const waiting = sales.filter(({ settledAt }) => settledAt === null && random(3) > 0)
        if (waiting.length > 0) {
          const at = during(21)
          await shop.settle(
            at,
            currency,
            waiting.map(({ ref, amount: sold }) => ({ ref, grossMinor: minor(sold, decimals) })),
          )
          for (const sale of waiting) sale.settledAt = at.getTime()
        }
        for (let n = random(4); n > 0 && sales.length > 0; n--) {
          const sale = pick(sales)
          const left =
            minor(sale.amount, decimals) -
            refunds
              .filter(({ of, failedAt }) => of === sale.ref && failedAt === null)
              .reduce((all, one) => all + minor(one.amount, decimals), 0n)
          if (left <= 0n) continue
          const part = random(3) === 0 ? left : BigInt(random(Number(left))) + 1n
          const at = during(22)
          const id = await shop.refund(at, sale.ref, part)
          const refund: ModelRefund = {
            ref: `r${refunds.length}`,
            of: sale.ref,
            amount: fraction(part, 10n ** BigInt(decimals)),
            askedAt: at.getTime(),
            failedAt: null,
          }
          refunds.push(refund)
          ids.set(refund.ref, id)
        }
        for (const refund of refunds) {
          const id = ids.get(refund.ref)
          if (id === undefined || random(3) > 0) continue
          ids.delete(refund.ref)
          const fails = random(2) === 0
          await shop.endRefund(during(23), id, fails ? 'declined' : 'captured')
          if (fails) refund.failedAt = midnight(day + 1).getTime() - 1
        }
        const source = rateText(BigInt(random(2_000_000_000)) * 7n + 1n + (random(2) === 0 ? 10n ** 10n : 0n))
        const at = midnight(day + 1)
        const { outcome, ref } = await shop.cut(at, currency, { source })
        const said = model.cut(sales, refunds, { at: at.getTime(), day: dayOf(at), rate: ofText(source) })
        if (typeof said === 'string') {
          expect(outcome, `${seed} day ${day}`).toBe(said)
          continue
        }
        expect(outcome, `${seed} day ${day}`).toBe('cut')
        const row = (await shop.rows()).find(({ settlement_ref }) => settlement_ref === ref)
        expect(row, `${seed} day ${day} ${currency} at ${source}`).toMatchObject({
        total_txn_amount_sc: minor(said.total, decimals), txn_fee_sc: minor(said.fee, decimals), withholding_tax_sc: minor(said.withheld, decimals),
        refund_amount_sc: minor(said.refunded, decimals), net_source_bc: minor(said.netSource, 2), rounding_bc: minor(said.rounding, 2),
        reserve_credit_bc: minor(said.credit, 2), reserve_debit_bc: minor(said.debit, 2), transfer_fee_bc: minor(said.transferFee, 2), net_bc: minor(said.net, 2),
      }) // prettier-ignore
      }
      const [reserved] = await shop.sql<{ balance_minor: bigint }>(
        'select balance_minor from reserves where merchant_id = $1',
      )
      expect(reserved?.balance_minor ?? 0n).toBe(minor(model.held(), 2))
      expect(await shop.findings()).toEqual([])
    },
  )
})

/** Whole numbers below a bound, always the same for a seed. */
function seeded(seed: number): (below: number) => number {
  let state = BigInt(seed) * 0x9e3779b97f4a7c15n
  return (below) => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n)
    let mixed = state
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n)
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn)
    return Number((mixed ^ (mixed >> 31n)) % BigInt(below))
  }
}
