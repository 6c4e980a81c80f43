import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse, type TestHouse } from '#test/house.ts'
import { createApp } from '#server/app.ts'
import { timeOuts } from '#server/kit/time-outs.ts'
import { openWatch, type Watch } from '#server/watch.ts'

let house: TestHouse
let watch: Watch
let served: Awaited<ReturnType<typeof createApp>>
let waitMs = 0
beforeAll(async () => {
  house = await openHouse()
  watch = await openWatch(house.parts)
  watch.pressure.heed(() => waitMs)
  served = await createApp(house.parts, { watch })
})
afterAll(async () => {
  await served.close()
  await watch.stop()
  await house.close()
})

const [file] = readdirSync(join(import.meta.dirname, '../../dist/assets')).filter((name) => name.endsWith('.js'))
const statusOf = async (url: string) => (await served.app.inject(url)).statusCode

test('with too much to do calls are turned away, but neither the console’s page nor its files, and shoppers late', async () => {
  const urls = ['/gateway/openapi.json', '/login', `/assets/${file}`, '/pay/absent']
  const statuses = () => Promise.all(urls.map(statusOf))
  expect(await statuses()).toEqual([200, 200, 200, 404])
  waitMs = timeOuts.shedPoolWaitMs + 1
  expect(await statuses()).toEqual([503, 200, 200, 404])
  waitMs = timeOuts.shedPoolWaitMs * timeOuts.shedMoneyTimes + 1
  expect(await statuses()).toEqual([503, 200, 200, 503])
})

test('a shopper who is turned away reads so in their language, on a page that asks again by itself', async () => {
  waitMs = timeOuts.shedPoolWaitMs * timeOuts.shedMoneyTimes + 1
  const { statusCode, headers, body } = await served.app.inject({
    url: '/pay/absent',
    headers: { 'accept-language': 'ar' },
  })
  expect([statusCode, headers['retry-after'], headers['refresh']]).toEqual([503, '1', '3'])
  expect(headers['content-type']).toContain('text/html')
  expect(body).toContain('<html lang="ar" dir="rtl">')
  expect(body).toContain('data-panel="busy"')
  waitMs = 0
  expect((await served.app.inject('/pay/absent')).headers['refresh']).toBeUndefined()
})

test('who asks too often is told that, which is not the same', async () => {
  const strict = await createApp(house.parts, { watch, rateFactor: 0.001 })
  await strict.app.inject('/pay/absent')
  const { statusCode, headers } = await strict.app.inject('/pay/absent')
  expect([statusCode, headers['refresh']]).toEqual([429, undefined])
  await strict.close()
})
