import { createAccount } from '#server/remittance-accounts/create.ts'
import { updateAccount } from '#server/remittance-accounts/update.ts'
import { newId } from '#server/kit/db/id.ts'
import { openPeriod } from '#server/remittances/cut.ts'
import { cutRemittance } from '#server/remittances/cut-job.ts'
import type { fakeProvider } from '#server/remittances/fake-provider.ts'
import type { Remitting } from '#server/remittances/fixtures.ts'
import { quoteRemittance } from '#server/remittances/quote.ts'
import { sendRemittance } from '#server/remittances/send.ts'
import { findTerms } from '#server/remittances/terms.ts'

type Fake = ReturnType<typeof fakeProvider>['fake']
const dayMs = 86_400_000
/** Midnight in Seoul of a Tuesday. */
const begin = Date.parse('2026-03-02T15:00:00Z')
const midnight = (round: number) => new Date(begin + round * dayMs)
const dayOf = (moment: Date) => new Date(moment.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)

const below = (most: number): number => Math.floor(Math.random() * most)

/** Nothing but the key of their items keeps two settlements apart then. */
export const letTwoBeOpen = async ({ testApp }: Remitting): Promise<void> => {
  for (const text of ['drop index remittances_one_open', 'alter table remittances drop constraint remittances_period'])
    await testApp.owner.transaction(null, (tx) => tx.query(text, []))
}

/** As jobs are: what has changed meanwhile, or waits too long, is tried again. */
export async function stubbornly(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      await work()
      return
    } catch (error) {
      if (
        tries === 20 ||
        !/changed meanwhile|lock timeout|read timeout|duplicate key|no result|deadlock/i.test(String(error))
      )
        throw error
    }
}

/**
 * A day of sales of which two settlements are cut by two workers at once, while refunds are asked for and fail, a provider's word comes and the
 * operator adjusts. Two are open only without the indexes that `letTwoBeOpen` takes away.
 */
export async function raceOfCuts(shop: Remitting, round: number): Promise<void> {
  const at = midnight(round)
  const before = (ms: number) => new Date(at.getTime() - ms)
  await shop.at(before(dayMs), async (ctx) => {
    const terms = await findTerms(ctx)
    if (!terms) throw new Error('no terms')
    const [open] = await ctx.tx.query<{ n: number }>(
      `select count(*)::int as n from remittances where merchant_id = $1 and status = 'Open'`,
      [shop.owner.merchantId],
    )
    for (let n = open?.n ?? 0; n < 2; n++) await openPeriod(ctx, { source: 'USD', from: dayOf(before(dayMs)), terms })
  })
  // With nothing but an adjustment no mark of a payment or refund keeps two settlements apart.
  const isQuiet = below(3) === 0
  const refs = Array.from({ length: isQuiet ? 0 : below(4) }, (_, n) => `c${round}-${n}`)
  if (refs.length > 0)
    await shop.sell(refs.map((ref) => ({ ref, amountMinor: 1_000n + BigInt(below(9_000)), at: before(7_200_000) })))
  const amounts = new Map(
    (await shop.sql<{ ref: string; minor: bigint }>(
      `select order_ref as ref, amount_minor as minor from payments where merchant_id = $1 and remit_status = 'UNSETTLED' order by order_ref`,
    )).map(({ ref, minor }) => [ref, minor]),
  ) // prettier-ignore
  const word = (some: string[]) => () =>
    some.length > 0
      ? shop.settle(before(1_000), 'USD', some.map((ref) => ({ ref, grossMinor: amounts.get(ref) ?? 0n }))) // prettier-ignore
      : Promise.resolve()
  const unsettled = [...amounts.keys()]
  const early = unsettled.filter(() => !isQuiet && below(2) === 0)
  await word(early)()
  const pending = await shop.sql<{ id: string }>(
    `select refund_id as id from refunds where merchant_id = $1 and status = 'PENDING' order by refund_id limit 3`,
  )
  const sold = await shop.sql<{ ref: string }>(
    `select order_ref as ref from payments p where merchant_id = $1 and status = 'Success' and amount_minor > 200 +
       (select coalesce(sum(amount_minor), 0) from refunds r where r.merchant_id = $1 and r.order_ref = p.order_ref) order by created_at desc limit 3`,
  )
  const due = await shop.at(at, async (ctx) => cutRemittance.overdue?.list(ctx, at) ?? [])
  const works: (() => Promise<unknown>)[] = [
    ...[...due, ...due].map((one) => () => shop.run(at, cutRemittance, one)),
    ...(isQuiet ? [] : sold).map(
      ({ ref }) =>
        () =>
          shop.refund(before(500), ref, 100n),
    ),
    ...(isQuiet ? [] : pending).map(
      ({ id }) =>
        () =>
          shop.endRefund(at, id, below(2) === 0 ? 'declined' : 'captured'),
    ),
    word(unsettled.filter((ref) => !isQuiet && !early.includes(ref) && below(2) === 0)),
  ]
  if (isQuiet || below(2) === 0)
    await shop.sql(
      `insert into remittance_adjustments (merchant_id, environment, adjustment_id, source_currency, amount_minor, reason, made_by, created_at)
       values ($1, 'sandbox', $2, 'USD', $3, 'A race', 'Operator', $4)`,
      [newId(), BigInt(1 + below(500)), before(3_600_000)],
    )
  await Promise.all(works.toSorted(() => Math.random() - 0.5).map((work) => stubbornly(work)))
}

/** Cuts what is left, with nobody else at it. */
export async function cutRest(shop: Remitting, round: number): Promise<void> {
  for (let more = 1; more <= 2; more++) {
    const at = midnight(round + more)
    for (const one of await shop.at(at, async (ctx) => cutRemittance.overdue?.list(ctx, at) ?? []))
      await stubbornly(() => shop.run(at, cutRemittance, one))
  }
}

/** What is in two settlements, and what is in none although its time has come. */
export const misplaced = async (shop: Remitting): Promise<string[]> =>
  (
    await shop.sql<{ what: string }>(
      `select 'twice: ' || kind || ' ' || ref as what from remittance_items where merchant_id = $1 group by kind, ref having count(*) > 1
       union all
       select 'nowhere: ' || w.kind || ' ' || w.ref from (
         select 'payment' as kind, order_ref as ref from payments where merchant_id = $1 and psp_settled_at is not null
         union all
         select 'refund', r.refund_id from refunds r join payments p on p.merchant_id = $1 and p.order_ref = r.order_ref and p.psp_settled_at is not null
           where r.merchant_id = $1 and r.status <> 'FAIL'
         union all
         select 'refund_failed', refund_id from refunds where merchant_id = $1 and status = 'FAIL' and remit_status in ('DEDUCTED', 'GIVEN_BACK')
         union all
         select 'adjustment', adjustment_id::text from remittance_adjustments where merchant_id = $1) w
       where not exists (select 1 from remittance_items i where i.merchant_id = $1 and i.kind = w.kind and i.ref = w.ref)`,
    )
  ).map(({ what }) => what)

/** The account that money goes to, and the number of each of its versions. */
export interface Watched {
  accountUuid: string
  numbers: Map<number, string>
}
const bankAccount = {
  country: 'KR', currency: 'KRW', account_type: 'current', first_name: '민지', last_name: '김', bank_id: '088', remittance_purpose: 'GDDS',
  remittance_source: 'sales',
} as const // prettier-ignore
const unasked = { about: '', check: 'NOT_POSSIBLE', nameAtBank: '' } as const

export async function watchedAccount(shop: Remitting): Promise<Watched> {
  const number = '110000000000'
  const row = await shop.at(midnight(-1), (ctx) =>
    createAccount(ctx, { ...bankAccount, account_number: number }, unasked),
  )
  return { accountUuid: row.account_uuid, numbers: new Map([[1, number]]) }
}

/**
 * A settlement is sent while its account gets another number, and the request or its answer may be lost. Returns what is wrong: money at an
 * account that the settlement does not show, or two requests of one key that differ.
 */
export async function raceOfAccounts(shop: Remitting, fake: Fake, watched: Watched, round: number): Promise<string[]> {
  const at = midnight(round)
  const ref = `a${round}`
  const earlier = new Date(at.getTime() - 3_600_000)
  await shop.sell([{ ref, amountMinor: 10_000n, at: earlier }])
  await shop.settle(earlier, 'USD', [{ ref, grossMinor: 10_000n }])
  const { ref: settlement } = await shop.cut(at, 'USD', { source: '1', destination: '1391.25' })
  const later = new Date(at.getTime() + 12 * 3_600_000)
  fake.now = () => later
  await shop.sql('update remittances set send_at = $2 where merchant_id = $1 and settlement_ref = $3', [later, settlement])
  await shop.run(later, quoteRemittance, { settlementRef: settlement })
  const manner = below(3)
  fake.silent = manner === 1
  fake.lost = manner === 2
  const number = `110${String(round + 1).padStart(9, '0')}`
  const change = () =>
    shop.at(later, async (ctx) => {
      const row = await updateAccount(ctx, watched.accountUuid, { account_number: number }, unasked)
      watched.numbers.set(row.version, number)
    })
  const send = () => shop.run(later, sendRemittance, { settlementRef: settlement })
  await Promise.all([change, send, send].toSorted(() => Math.random() - 0.5).map((work) => stubbornly(work)))
  fake.silent = fake.lost = false
  for (const asks of [1, 2]) await shop.run(later, sendRemittance, { settlementRef: settlement, asks })
  const row = (await shop.rows()).find(({ settlement_ref }) => settlement_ref === settlement)
  if (!row) return [`${settlement} is gone`]
  const shown = row.account_version === null ? undefined : watched.numbers.get(row.account_version)
  const requests = fake.sent.filter(({ key }) => key.startsWith(`${settlement}:`))
  const wrong = requests.filter(({ account }) => account.number !== shown || !shown.endsWith(row.account_last_four))
  return [
    ...wrong.map(({ account }) => `${settlement}: sent to ${account.number}, shown is ${shown} (${row.account_last_four})`),
    ...(row.status === 'Remitted' && !fake.paid.has(`${settlement}:1`) ? [`${settlement} is Remitted, and was not paid`] : []),
    ...(row.attempts > 1 ? [`${settlement} has ${row.attempts} attempts`] : []),
  ]
} // prettier-ignore
