import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { openTestApp, type TestApp, type TestMerchant } from '#test/test-app.ts'
import { effect, runJob } from './jobs.ts'

let testApp: TestApp
let merchant: TestMerchant
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
})
afterAll(() => testApp.close())

it('writes what changes many rows with the time of a load of files, and everything else with that of a request', async () => {
  const { serveParts: parts } = testApp
  const loads = openDatabase(testApp.parts.databaseUrl, { most: 1, statementMs: 123_000 })
  const data = { merchantId: merchant.merchantId, environment: 'sandbox' } as const
  const limits = async (isLong: boolean) => {
    const seen: string[] = []
    const see = async (ctx: Ctx) => {
      const [row] = await ctx.tx.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`, [])
      seen.push(row?.limit ?? '')
      return true
    }
    const job = effect({
      name: 'of-a-test',
      data: z.object({ merchantId: z.uuid(), environment }),
      isLong,
      claim: see,
      act: () => Promise.resolve(null),
      complete: async (ctx) => void (await see(ctx)),
    })
    await runJob(job, data, { ...parts, loads, now: () => new Date() }, new AbortController().signal)
    return seen
  }
  expect(await limits(true)).toEqual(['4s', '123s'])
  expect(await limits(false)).toEqual(['4s', '4s'])
  await loads.close()
})
