import { rateText } from '#contract/exchange-rates.ts'
import { currencies, currencyCodes, type Currency } from '#contract/kit/money.ts'
import { newId } from '#server/kit/db/id.ts'
import { retry } from './acts.ts'
import type { cut } from './cut.ts'
import type { fakeProvider } from './fake-provider.ts'
import { openRemitting, type Remitting } from './fixtures.ts'
import { differencesOf, sumsThatDiffer } from './history-checks-fixtures.ts'
import { fraction, minor, modelOf, ofText, type ModelAdjustment, type ModelRefund, type ModelSale, type ModelTerms } from './model.ts' // prettier-ignore
import { applyRemittanceOutcome } from './outcomes.ts'
import { quoteRemittance } from './quote.ts'
import { sendRemittance } from './send.ts'

const dayMs = 86_400_000
const begin = Date.parse('2026-03-01T15:00:00Z')
/** Midnight of a day in Seoul, which has no summer time. */
const midnight = (day: number) => new Date(begin + day * dayMs)
const dayOf = (moment: Date) => new Date(moment.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)
const days = 6

/** For tests: a random history of sales abroad, always the same for a seed. */
export interface History {
  shop: Remitting
  seed: number
  currency: Currency
  decimals: number
  model: ReturnType<typeof modelOf>
  sales: ModelSale[]
  refunds: ModelRefund[]
  adjustments: ModelAdjustment[]
  random: (below: number) => number
}

/**
 * Plays one on a merchant of its own: sales, words of providers, refunds that fail late, adjustments, cuts in time and after a downtime, and
 * remittances that are paid, fail, come back and are sent again. Returns where it differs from a model in rational numbers.
 * @param by cuts in place of the product, where a fault is planted.
 */
export async function playHistory(
  first: Remitting,
  fake: ReturnType<typeof fakeProvider>['fake'],
  seed: number,
  by?: typeof cut,
): Promise<string[]> {
  const { history, withholding } = await openHistory(first, seed)
  const { shop, currency, model, random } = history
  const pending = new Map<string, string>()
  const underWay = new Set<string>()
  const found: string[] = []
  let uncut: number[] = []
  for (let day = 0; day < days; day++) {
    await sell(history, day, withholding)
    await settle(history, day)
    await refund(history, day, pending)
    if (random(4) === 0) await adjust(history, day)
    uncut.push(day + 1)
    // A worker that is asleep cuts the next day what was due.
    if (day < days - 1 && random(5) === 0) continue
    for (const boundary of uncut) {
      const source = rateText(anyRate(random))
      const { outcome, ref } = await shop.cut(midnight(day + 1), currency, { source, destination: '1391.25' }, by)
      const said = model.cut(history, {
        at: midnight(boundary).getTime(),
        day: dayOf(midnight(boundary)),
        rate: ofText(source),
      })
      found.push(...(await differencesOf(history, { ref, outcome, said, day: boundary, source })))
      if (outcome === 'cut' && typeof said !== 'string' && said.net.over !== 0n) underWay.add(ref)
    }
    uncut = []
    for (const ref of underWay) found.push(...(await send(history, fake, ref, midnight(day + 1))))
    if (found.length > 0) return found
  }
  return [...found, ...(await sumsThatDiffer(history))]
}

async function openHistory(first: Remitting, seed: number) {
  const random = seeded(seed)
  const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T
  const shop = await openRemitting({}, first.testApp)
  const currency: Currency = pick(currencyCodes.filter((code) => code !== 'KRW'))
  const decimals = currencies[currency]
  const reserve = pick<ModelTerms['reserve']>([
    { kind: 'none' },
    { kind: 'rolling', percent: pick(['10', '7.5', '12.345']), days: 3 + random(4) },
    { kind: 'fixed', percent: pick(['20', '33.333']), target: fraction(BigInt(random(50_000) + 1), 100n), until: pick([null, dayOf(midnight(4))]) },
  ]) // prettier-ignore
  const terms: ModelTerms = {
    sourceDecimals: decimals,
    reserve,
    transferFee: fraction(BigInt(random(300)), 100n),
    minimum: fraction(BigInt(random(2) * random(2_000)), 100n),
    markup: pick(['0', '0.9', '1.23456789']),
  }
  const withholding = {
    US: { percent: pick(['1', '2.5', '10', '0.125']), on: 'amount' },
    JP: { percent: pick(['5', '12.5']), on: 'fee' },
  } as const
  await shop.agree(midnight(-1), {
    withholding: JSON.stringify(withholding) as never, transfer_fee_minor: minor(terms.transferFee, 2), minimum_minor: minor(terms.minimum, 2),
    reserve_kind: reserve.kind, reserve_percent: reserve.kind === 'none' ? '0' : reserve.percent, reserve_days: reserve.kind === 'rolling' ? reserve.days : 0,
    reserve_target_minor: reserve.kind === 'fixed' ? minor(reserve.target, 2) : 0n, reserve_until: reserve.kind === 'fixed' ? reserve.until : null,
    markup_percent: terms.markup, tolerance_percent: '100',
  }) // prettier-ignore
  await shop.account(midnight(-1))
  await shop.open(midnight(0), currency, dayOf(midnight(0)))
  const history: History = { shop, seed, currency, decimals, model: modelOf(terms), sales: [], refunds: [], adjustments: [], random } // prettier-ignore
  return { history, withholding }
}
type Withholding = Awaited<ReturnType<typeof openHistory>>['withholding']

const during = ({ random }: History, day: number, hours: number) =>
  new Date(midnight(day).getTime() + hours * 3_600_000 + random(3_000_000))
const some = ({ random, decimals }: History, most: number) =>
  fraction(BigInt(random(Math.max(1, most))), 10n ** BigInt(decimals))

async function sell(history: History, day: number, withholding: Withholding): Promise<void> {
  const { shop, seed, sales, decimals, currency, random } = history
  const made = Array.from({ length: random(5) }, (_, n) => {
    const country = (['US', 'JP', 'VN'] as const)[random(3)] as 'US' | 'JP' | 'VN'
    const at = during(history, day, random(20))
    const amount = some(history, random(2) === 0 ? 2_000 : 5_000_000)
    amount.over += 1n
    const fee = some(history, Number(amount.over / 5n))
    return { ref: `${seed}-${sales.length + n}`, amount, fee, country, at }
  })
  if (made.length === 0) return
  await shop.sell(
    made.map(({ amount, fee, ...sale }) => ({ ...sale, amountMinor: minor(amount, decimals), feeMinor: minor(fee, decimals), currency })),
  ) // prettier-ignore
  for (const { ref, amount, fee, country, at } of made)
    sales.push({ ref, amount, fee, withheld: country === 'VN' ? null : withholding[country], soldOn: dayOf(at), settledAt: null }) // prettier-ignore
}

async function settle(history: History, day: number): Promise<void> {
  const { shop, sales, currency, decimals, random } = history
  const named = sales.filter(({ settledAt }) => settledAt === null && random(3) > 0)
  if (named.length === 0) return
  const at = during(history, day, 21)
  const lines = named.map(({ ref, amount }) => ({ ref, grossMinor: minor(amount, decimals) }))
  await shop.settle(at, currency, lines)
  for (const sale of named) sale.settledAt = at.getTime()
}

/** Asks for some, and ends some of those that are pending, of which those that fail may have been taken before. */
async function refund(history: History, day: number, pending: Map<string, string>): Promise<void> {
  const { shop, seed, sales, refunds, decimals, random } = history
  for (let n = random(4); n > 0 && sales.length > 0; n--) {
    const sale = sales[random(sales.length)] as ModelSale
    const own = refunds.filter(({ of, failedAt }) => of === sale.ref && failedAt === null)
    const left = minor(sale.amount, decimals) - own.reduce((all, one) => all + minor(one.amount, decimals), 0n)
    if (left <= 0n) continue
    const part = random(3) === 0 ? left : BigInt(random(Number(left))) + 1n
    const at = during(history, day, 22)
    const ref = `r${seed}-${refunds.length}`
    pending.set(ref, await shop.refund(at, sale.ref, part))
    refunds.push({ ref, of: sale.ref, amount: fraction(part, 10n ** BigInt(decimals)), askedAt: at.getTime(), failedAt: null }) // prettier-ignore
  }
  for (const one of refunds) {
    const id = pending.get(one.ref)
    if (id === undefined || random(3) > 0) continue
    pending.delete(one.ref)
    const fails = random(2) === 0
    await shop.endRefund(during(history, day, 23), id, fails ? 'declined' : 'captured')
    if (fails) one.failedAt = midnight(day + 1).getTime() - 1
  }
}

async function adjust(history: History, day: number): Promise<void> {
  const { shop, adjustments, currency, decimals, random } = history
  const amount = some(history, 3_000)
  amount.over = (amount.over + 1n) * (random(2) === 0 ? 1n : -1n)
  const [ref, at] = [newId(), during(history, day, 22)]
  await shop.sql(
    `insert into remittance_adjustments (merchant_id, environment, adjustment_id, source_currency, amount_minor, reason, made_by, created_at)
     values ($1, 'sandbox', $2, $3, $4, 'A difference', 'Operator', $5)`,
    [ref, currency, minor(amount, decimals), at],
  )
  adjustments.push({ ref, amount, madeAt: at.getTime() })
}

/** One step of a settlement towards its account, and how its row differs then. */
async function send(
  { shop, model, random }: History,
  fake: ReturnType<typeof fakeProvider>['fake'],
  ref: string,
  at: Date,
): Promise<string[]> {
  fake.now = () => at
  const reference = `${1_300 + random(200)}.${random(1_000_000)}`
  fake.rates['USD KRW'] = reference
  const before = await rowOf(shop, ref)
  if (before.status === 'Remitted' || random(3) === 0) return []
  if (before.status === 'Processing') {
    const amountMinor = before.returned_dc ?? before.net_amount_transferred_dc ?? 0n
    await shop.at(at, (ctx) => applyRemittanceOutcome(ctx, ref, before.attempts, { kind: 'paid', providerRef: 'P', amountMinor }, at)) // prettier-ignore
    model.attempted(ref)
    return []
  }
  if (before.status !== 'Calculated') await shop.at(at, (ctx) => retry(ctx, ref))
  await shop.run(at, quoteRemittance, { settlementRef: ref })
  const quoted = await rowOf(shop, ref)
  // Its day has not come, by the calendars of both countries.
  if (quoted.quote_expires_at === null) return []
  const key = `${ref}:${quoted.attempts + 1}`
  const amountMinor = quoted.returned_dc ?? quoted.net_amount_transferred_dc ?? 0n
  const about = { providerRef: 'P', reason: 'OTHER', providerText: '' } as const
  const kind = (['paid', 'failed', 'returned', 'pending', 'quote_expired'] as const)[random(5)]
  if (kind === 'failed') fake.answers.set(key, { kind, ...about })
  if (kind === 'quote_expired') fake.answers.set(key, { kind })
  if (kind === 'pending') fake.answers.set(key, { kind, ...about, amountMinor })
  await shop.run(at, sendRemittance, { settlementRef: ref })
  fake.answers.delete(key)
  if (kind === 'paid' || kind === 'failed' || kind === 'returned') model.attempted(ref)
  const returnedMinor = amountMinor > 10n ? amountMinor - BigInt(random(10)) : amountMinor
  if (kind === 'returned' && returnedMinor > 0n)
    await shop.at(at, (ctx) => applyRemittanceOutcome(ctx, ref, quoted.attempts + 1, { kind, ...about, amountMinor, returnedMinor }, at)) // prettier-ignore
  if (quoted.returned_dc !== null) return []
  const { arrives, cost } = model.changed(fraction(quoted.net_bc, 100n), ofText(reference))
  const same = quoted.net_amount_transferred_dc === minor(arrives, 0) && quoted.forex_cost_dc === minor(cost, 0)
  return same ? [] : [`${ref} at ${reference}: ${quoted.net_amount_transferred_dc}, not ${minor(arrives, 0)}`]
}
async function rowOf(shop: Remitting, ref: string) {
  const row = (await shop.rows()).find(({ settlement_ref }) => settlement_ref === ref)
  if (!row) throw new Error(`no settlement ${ref}`)
  return row
}

/** Some with all their places, and some of few, by which amounts are halves of a minor unit. */
const anyRate = (random: History['random']): bigint =>
  random(3) === 0
    ? BigInt(random(400) + 1) * 125n * 10n ** 6n
    : BigInt(random(2_000_000_000)) * 7n + 1n + (random(2) === 0 ? 10n ** 10n : 0n)

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
