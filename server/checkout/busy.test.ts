import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { createApp } from '#server/app.ts'
import { timeouts } from '#server/kit/timeouts.ts'
import { openWatch, type Watch } from '#server/watch.ts'

let testApp: TestApp
let watch: Watch
let served: Awaited<ReturnType<typeof createApp>>
let waiting = 0
beforeAll(async () => {
  testApp = await openTestApp()
  watch = await openWatch(testApp.parts)
  watch.loadShedding.watchPool({ oldestWaitMs: () => 0, waiting: () => waiting })
  served = await createApp(testApp.parts, { watch })
})
afterAll(async () => {
  await served.close()
  await watch.stop()
  await testApp.close()
})

const [file] = readdirSync(join(import.meta.dirname, '../../dist/assets')).filter((name) => name.endsWith('.js'))
const statusOf = async (url: string) => (await served.app.inject(url)).statusCode

test('under load shedding calls are refused first and shoppers last, but neither the console’s page nor its files', async () => {
  const urls = ['/gateway/openapi.json', '/login', `/assets/${file}`, '/pay/absent']
  const statuses = () => Promise.all(urls.map(statusOf))
  expect(await statuses()).toEqual([200, 200, 200, 404])
  waiting = timeouts.shedPoolWaiting + 1
  expect(await statuses()).toEqual([503, 200, 200, 404])
  waiting = timeouts.shedPoolWaiting * timeouts.shedMoneyTimes + 1
  expect(await statuses()).toEqual([503, 200, 200, 503])
})

test('a refused shopper gets a page in their language that reloads by itself', async () => {
  waiting = timeouts.shedPoolWaiting * timeouts.shedMoneyTimes + 1
  const { statusCode, headers, body } = await served.app.inject({
    url: '/pay/absent',
    headers: { 'accept-language': 'ar' },
  })
  expect([statusCode, headers['retry-after'], headers['refresh']]).toEqual([503, '1', '3'])
  expect(headers['content-type']).toContain('text/html')
  expect(body).toContain('<html lang="ar" dir="rtl">')
  expect(body).toContain('data-panel="busy"')
  waiting = 0
  expect((await served.app.inject('/pay/absent')).headers['refresh']).toBeUndefined()
})

test('a client over its rate limit gets another error than under load shedding', async () => {
  const strict = await createApp(testApp.parts, { watch, rateFactor: 0.001 })
  await strict.app.inject('/pay/absent')
  const { statusCode, headers } = await strict.app.inject('/pay/absent')
  expect([statusCode, headers['refresh']]).toEqual([429, undefined])
  await strict.close()
})
