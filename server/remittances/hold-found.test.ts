import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { letGo } from './acts.ts'
import { fakeProvider } from './fake-provider.ts'
import { openRemitting, type Remitting } from './fixtures.ts'
import { holdFound } from './hold-found.ts'
import { quoteRemittance } from './quote.ts'
import { verifyRemittances } from './verify.ts'

let shop: Remitting
const { fake, provider } = fakeProvider()
beforeAll(async () => {
  shop = await openRemitting()
  shop.testApp.serveParts.services.provider = () => provider
})
afterAll(() => shop.close())

const at = (text: string) => new Date(`${text}Z`)
const friday = at('2026-03-06T03:00:00')

it('a finding holds the settlement that it names, whatever held it before, and nothing is sent', async () => {
  await shop.agree(at('2026-03-01T00:00:00'))
  const sold = at('2026-03-04T03:00:00')
  await shop.sell([
    { ref: 'a', amountMinor: 10_000n, at: sold },
    { ref: 'b', amountMinor: 2_000n, currency: 'EUR', at: sold },
  ])
  await shop.settle(at('2026-03-05T03:00:00'), 'USD', [{ ref: 'a', grossMinor: 10_000n }])
  await shop.settle(at('2026-03-05T03:00:00'), 'EUR', [{ ref: 'b', grossMinor: 2_000n }])
  for (const source of ['USD', 'EUR'] as const) await shop.open(at('2026-03-05T03:00:00'), source, '2026-03-05')
  const { ref } = await shop.cut(at('2026-03-05T15:00:00'), 'USD', { source: '1', destination: '1391.25' })
  const { ref: sound } = await shop.cut(at('2026-03-05T15:00:00'), 'EUR', { source: '1', destination: '1391.25' })
  expect(await verifyRemittances(shop.testApp.owner, shop.owner)).toEqual([])
  expect(await verified()).toEqual({ code: 0, said: ['Remittances and the ledger agree.'] })

  // It has no account yet, and waits for one.
  fake.now = () => friday
  await shop.run(friday, quoteRemittance, { settlementRef: ref })
  await shop.sql(`update remittance_items set fee_minor = 1 where merchant_id = $1 and settlement_ref = $2`, [ref])
  const findings = await verifyRemittances(shop.testApp.owner, shop.owner)
  expect(findings.map(({ invariant }) => invariant).toSorted()).toEqual(['a settlement is the sum of its items', 'an item is its payment or refund', 'the sums of a settlement are those of its items']) // prettier-ignore
  const { code, said } = await verified()
  expect([code, said.at(-1)]).toEqual([1, '3 findings.'])
  for (let times = 0; times < 2; times++)
    for (const finding of findings) await shop.at(friday, (ctx) => holdFound(ctx, finding))
  const stands = async (one: string) => {
    const row = (await shop.rows()).find(({ settlement_ref }) => settlement_ref === one)
    return [row?.status, row?.holds]
  }
  expect(await stands(ref)).toEqual(['On Hold', ['account_missing', 'proof']])
  expect(await stands(sound)).toEqual(['Calculated', []])

  await shop.account(at('2026-03-01T00:00:00'))
  await shop.run(friday, quoteRemittance, { settlementRef: ref })
  expect(await stands(ref)).toEqual(['On Hold', ['account_missing', 'proof']])
  await shop.at(friday, (ctx) => holdFound(ctx, { detail: `${sound} is off` }))
  expect(await stands(sound)).toEqual(['On Hold', ['proof']])

  // The operator lets it go, once the cause is gone.
  await shop.sql(`update remittance_items set fee_minor = 0 where merchant_id = $1 and settlement_ref = $2`, [ref])
  await shop.at(friday, (ctx) => letGo(ctx, ref))
  await shop.run(friday, quoteRemittance, { settlementRef: ref })
  expect((await shop.rows()).find(({ settlement_ref }) => settlement_ref === ref)).toMatchObject({ status: 'Calculated', holds: [], quote_ref: expect.stringMatching(/^Q/) as unknown }) // prettier-ignore
  await expect(shop.at(friday, (ctx) => letGo(ctx, ref))).rejects.toMatchObject({ fault: 'wrongState' })
})

/** What `npm run remittances:verify` says of this database. */
const verified = () =>
  new Promise<{ code: number; said: string[] }>((resolve) => {
    const tool = join(import.meta.dirname, '../../tools/remittances-verify.ts')
    const env = { ...process.env, DATABASE_URL: shop.testApp.parts.ownerUrl }
    execFile(process.execPath, [tool], { env }, (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout.trimEnd().split('\n') }),
    )
  })
