import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOfDay } from '#contract/kit/zoned-day.ts'
import { openRemitting, type Remitting } from './fixtures.ts'
import { sendingTimes } from './send-days.ts'

/** When settlements of a Korean merchant are sent: on a day that is one of work in Korea, by the calendar that ships. */
let shop: Remitting
beforeAll(async () => {
  shop = await openRemitting()
})
afterAll(() => shop.close())

const sentAfter = (cutOn: string) =>
  shop.at(startOfDay(cutOn, 'Asia/Seoul'), async (ctx) => {
    const { sendAt, expectedOn } = await sendingTimes(ctx, { cutOn, channelKey: 'SIMULATOR', currency: 'KRW' })
    return [new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(sendAt), expectedOn]
  })

it.each([
  // Chuseok of 2026 lasts from Thursday, 24 September, to Saturday.
  ['2026-09-23', '2026-09-23'],
  ['2026-09-24', '2026-09-28'],
  ['2026-09-25', '2026-09-28'],
  ['2026-09-26', '2026-09-28'],
  ['2026-09-28', '2026-09-28'],
  // A weekend, and the day instead of a holiday on a Saturday.
  ['2026-11-28', '2026-11-30'],
  ['2026-10-03', '2026-10-06'],
])('what is cut at the beginning of %s is sent on %s', async (cutOn, sentOn) => {
  expect((await sentAfter(cutOn))[0]).toBe(sentOn)
})

it('what is sent before a holiday is not expected on one', async () => {
  const [, expectedOn] = await sentAfter('2026-09-24')
  expect(expectedOn && expectedOn >= '2026-09-28').toBe(true)
})
