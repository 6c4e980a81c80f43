import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { faultOf } from './error-mapping.ts'
import { limitTime } from './request-timeouts.ts'

let app: FastifyInstance
let late: FastifyRequest | undefined
beforeEach(async () => {
  app = fastify()
  limitTime(app, { requestMs: 300 })
  app.setErrorHandler((error, _request, reply) => reply.code(503).send(faultOf(error).fault))
  app.get('/quick', async () => 'done')
  app.get('/never', { config: { answerMs: 200 } }, async (request) => {
    late = request
    await delay(1_500)
    return 'done after all'
  })
  app.get('/kept', { config: { answerMs: 200 } }, (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200).write('a beginning')
  })
  app.get('/begun', { config: { answerMs: 200 } }, (_request, reply) => {
    reply.raw.writeHead(200)
    reply.raw.write('a beginning')
  })
  app.post('/sent', async () => 'taken')
  app.post('/uploaded', { config: { upload: true } }, async () => 'taken')
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())
const url = (path: string) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`

it('answers 503 in the place of a handler that takes too long, once, and says so to what goes on', async () => {
  const answer = await fetch(url('/never'))
  expect([answer.status, await answer.text()]).toEqual([503, 'unavailable'])
  expect(late?.overdue).toBe(true)
  expect(await (await fetch(url('/quick'))).text()).toBe('done')
  await delay(1_600)
  expect(await (await fetch(url('/quick'))).text()).toBe('done')
})

it('breaks an answer off that has begun, and leaves alone what was taken out of its hands', async () => {
  const begun = await fetch(url('/begun'))
  await expect(begun.text()).rejects.toThrow()
  const kept = await fetch(url('/kept'))
  const reader = kept.body?.getReader()
  await reader?.read()
  expect(await Promise.race([reader?.read().then(() => 'ended'), delay(800, 'open')])).toBe('open')
  await reader?.cancel()
})

/** Sends a head that promises ten bytes, then one byte at a time; resolves with what came back when it ended. */
async function sendSlowly(path: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += String(chunk))).on('error', () => {})
  const closed = once(socket, 'close')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 10\r\nConnection: close\r\n\r\n`,
  )
  for (let sent = 0; sent < 10 && !socket.destroyed; sent += 1) {
    await delay(100)
    if (socket.writable) socket.write('x')
  }
  await closed
  return answer
}

it('disconnects a client that takes too long to send a request that is no upload', async () => {
  const [cut, taken] = await Promise.all([sendSlowly('/sent'), sendSlowly('/uploaded')])
  expect(cut).toBe('')
  expect(taken).toMatch(/200 OK[\s\S]*taken/)
})
