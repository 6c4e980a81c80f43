import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'

/** The event stream on which a shopper's page hears that it has to ask again, over a real connection. */
let paying: Paying
let base: string
beforeAll(async () => {
  paying = await openPaying()
  await paying.testApp.app.listen({ host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${(paying.testApp.app.server.address() as AddressInfo).port}`
})
afterAll(() => paying.close())

const address = (link: string, orderRef: string) => `${base}/gateway/api/checkout/${link}/attempts/${orderRef}/events`
async function watch(link: string, orderRef: string) {
  const stopping = new AbortController()
  const response = await fetch(address(link, orderRef), { signal: stopping.signal })
  const news: string[] = []
  const ended = (async () => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) news.push(part)
  })().catch(() => undefined)
  return {
    response,
    news,
    ended,
    changes: () => news.join('').split('data: changed').length - 1,
    stop: () => stopping.abort(),
  }
}
async function attempt() {
  const link = await paying.link({})
  const { orderRef } = await paying.start(link, { method: 'WALLET' })
  return { link, orderRef }
}

it('sends an event for each change and for nothing else, without its content', async () => {
  const [mine, other] = [await attempt(), await attempt()]
  const { response, news, changes, stop } = await watch(mine.link, mine.orderRef)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  await expect.poll(changes).toBe(1)
  await paying.settle(other.orderRef)
  await paying.settle(mine.orderRef)
  await expect.poll(changes).toBe(2)
  await paying.simulator.act(mine.orderRef, { act: 'approve' })
  await paying.settle(mine.orderRef)
  await expect.poll(changes).toBe(3)
  expect(news.join('').replaceAll(/: \w[\w ]*|data: changed|\n/g, '')).toBe('')
  stop()
})

it('is not found for an attempt of another link', async () => {
  const [mine, other] = [await attempt(), await attempt()]
  const crossed = await watch(mine.link, other.orderRef)
  const own = await watch(mine.link, mine.orderRef)
  await paying.settle(other.orderRef)
  await paying.settle(mine.orderRef)
  await expect.poll(own.changes).toBeGreaterThan(0)
  expect(crossed.changes()).toBe(0)
  expect((await fetch(address('0'.repeat(27), mine.orderRef))).status).toBe(404)
  expect((await fetch(address(mine.link, `'--`))).status).toBe(404)
  crossed.stop()
  own.stop()
})

it('ends when the test app closes, which does not wait for it', async () => {
  const { link, orderRef } = await attempt()
  const watched = await watch(link, orderRef)
  const since = performance.now()
  await paying.testApp.app.close()
  await watched.ended
  expect(performance.now() - since).toBeLessThan(5_000)
})
