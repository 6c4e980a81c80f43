import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadList } from '#server/screening/load-list.ts'
import { letGo } from './acts.ts'
import { fakeProvider } from './fake-provider.ts'
import { openRemitting, type Remitting } from './fixtures.ts'
import { quoteRemittance } from './quote.ts'
import { sendRemittance } from './send.ts'
import { at, monday, openOverdue, type Overdue } from './told-fixtures.ts'

let first: Remitting
const { fake, provider } = fakeProvider()
beforeAll(async () => {
  first = await openRemitting()
  first.testApp.serveParts.services.provider = () => provider
})
afterAll(() => first.close())

/** Loads a list of names; the account's holder is 민지 김. */
const load = (...names: string[]) =>
  loadList(
    first.testApp.owner,
    'sanctions',
    `id,schema,name,aliases,birth_date,countries\n${names.map((name, n) => `Q${n + 1},Person,${name},,,kp`).join('\n')}\n`,
    monday,
  )
const cutOne = async (): Promise<Overdue> => {
  const one = await openOverdue(first.testApp, fake)
  await one.cut()
  return one
}
const stands = async ({ shop, ref }: Overdue) => {
  const row = (await shop.rows()).find(({ settlement_ref }) => settlement_ref === ref)
  return [row?.status, row?.holds]
}
/** The settlement of the day after. */
async function cutNext({ shop }: Overdue): Promise<string> {
  const sold = at('2026-03-06T03:00:00')
  await shop.sell([{ ref: 'b', amountMinor: 10_000n, at: sold }])
  await shop.settle(sold, 'USD', [{ ref: 'b', grossMinor: 10_000n }])
  return (await shop.cut(at('2026-03-06T15:00:00'), 'USD', { source: '1', destination: '1378.72875' })).ref
}
function quote({ shop, ref }: Overdue): Promise<void> {
  fake.now = () => monday
  return shop.run(monday, quoteRemittance, { settlementRef: ref })
}
const letOne = ({ shop, ref }: Overdue) => shop.at(monday, (ctx) => letGo(ctx, ref))

it('a holder who may be on a list holds the settlement until the operator lets it go', async () => {
  const one = await cutOne()
  const admin = await one.signIn()
  await load('Ivan Petrov', '김민지', '민지 김')
  await one.quote()
  expect(await stands(one)).toEqual(['On Hold', ['screening']])
  expect(await one.toldTo(admin)).toMatchObject([{ kind: 'remittance_held', facts: { reason: 'screening' } }])
  expect(await one.shop.sql('select screening_matches as kept from remittances where merchant_id = $1 and holds <> $2', [[]])).toEqual([
    { kept: ['김민지 / 민지 김: sanctions Q2', '김민지 / 민지 김: sanctions Q3'] },
  ]) // prettier-ignore
  await letOne(one)
  await one.quote()
  await one.send()
  expect(await stands(one)).toEqual(['Remitted', []])
})

it('what the operator has decided holds for later settlements, and not for another entry or merchant', async () => {
  await load('민지 김')
  const [one, other] = [await cutOne(), await cutOne()]
  await one.quote()
  await letOne(one)
  await other.quote()
  expect(await stands(other)).toEqual(['On Hold', ['screening']])
  const later = { ...one, ref: await cutNext(one) }
  await quote(later)
  expect(await stands(later)).toEqual(['Calculated', []])
  await load('민지 김', 'Ivan Petrov', '김민지')
  await one.shop.run(monday, sendRemittance, { settlementRef: later.ref })
  expect(await stands(later)).toEqual(['On Hold', ['screening']])
  await letOne(later)
  await quote(later)
  expect(await stands(later)).toEqual(['Calculated', []])
})

it('a list without the holder holds nothing', async () => {
  await load('Ivan Petrov', '수빈 이')
  const one = await cutOne()
  await one.quote()
  await one.send()
  expect(await stands(one)).toEqual(['Remitted', []])
})
