import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { checkOutboundUrl, createOutbound, post } from './outbound.ts'
import type { Outbound, OutboundOptions } from './outbound.ts'

const message = { headers: { 'content-type': 'application/json' }, body: '{"a":1}' }
const local = { ...message, allowLoopback: true }

describe('post', () => {
  it('sends the headers and the body and gives the answer', async () => {
    const seen: unknown[] = []
    const at = await listen(async (request, response) => {
      seen.push([request.method, request.url, request.headers['content-type'], await text(request)])
      response.writeHead(201, { 'retry-after': '120' }).end('thanks é\0!')
    })
    const answer = await post(`${at}/hook?a=b`, local)
    expect(answer).toEqual({ status: 201, bodyText: 'thanks é\ufffd!', retryAfterSeconds: 120 })
    expect(seen).toEqual([['POST', '/hook?a=b', 'application/json', '{"a":1}']])
    expect(await post(at.replace('127.0.0.1', 'localhost'), local)).toMatchObject({ status: 201 })
  })

  it('follows no redirect', async () => {
    const trap = await listenRaw(() => {})
    for (const status of [301, 302, 303, 307, 308]) {
      const at = await listen((_request, response) => response.writeHead(status, { location: trap.url }).end())
      expect(await post(at, local)).toEqual({ status, bodyText: '' })
    }
    expect(trap.connections).toBe(0)
  })

  it('ends a slow drip and a silence when their time is over', async () => {
    const drip = await listen((_request, response) => {
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    })
    const silence = await listen(() => {})
    const start = performance.now()
    for (const at of [drip, silence])
      expect(await post(at, { ...local, timeoutMs: 300 })).toMatchObject({ fault: 'timeout' })
    expect(performance.now() - start).toBeLessThan(5000)
  })

  it('reads no more than it may, and says so', async () => {
    let sent = 0
    const endless = await listen((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000))) sent += 10_000
      }
      response.on('drain', more)
      more()
    })
    expect(await post(endless, local)).toMatchObject({ fault: 'too_large' })
    expect(sent).toBeLessThan(20_000_000)
    const exact = await listen((_request, response) => response.end('x'.repeat(65_536)))
    expect(await post(exact, local)).toMatchObject({ status: 200 })
    expect(await post(exact, { ...local, maxBytes: 65_535 })).toMatchObject({ fault: 'too_large' })
    const headers = await listen((_request, response) => response.writeHead(200, { big: 'x'.repeat(20_000) }).end())
    expect(await post(headers, local)).toMatchObject({ fault: 'too_large' })
  })

  it('does not unpack a compressed bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    const asked: unknown[] = []
    const at = await listen((request, response) => {
      asked.push(request.headers['accept-encoding'])
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    })
    const answer = await post(at, local)
    expect(asked).toEqual(['identity'])
    expect('bodyText' in answer && answer.bodyText.length).toBeLessThanOrEqual(bomb.length)
    expect(answer).toMatchObject({ status: 200 })
  })

  it('tells a refused, a broken and a garbled connection from one that is not secure', async () => {
    const closed = await listenRaw(() => {})
    await close(closed.server)
    expect(await post(closed.url, local)).toEqual({ fault: 'connection', text: 'The connection was refused.' })
    const reset = await listenRaw((socket) => socket.resetAndDestroy())
    expect(await post(reset.url, local)).toMatchObject({ fault: 'connection' })
    const garbled = await listenRaw((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    expect(await post(garbled.url, local)).toMatchObject({ fault: 'connection' })
    expect(await post(garbled.url.replace('http:', 'https:'), local)).toMatchObject({ fault: 'tls' })
    const selfSigned = await started(createTlsServer(certificate, (_request, response) => response.end('secret')))
    expect(await post(`https://127.0.0.1:${selfSigned}`, local)).toMatchObject({ fault: 'tls' })
    expect(await post(`https://localhost:${selfSigned}`, local)).toMatchObject({ fault: 'tls' })
  })

  it('gives up on a name that is never resolved, and on one that does not exist', async () => {
    const never = outbound({ resolve: () => new Promise(() => {}), connectTimeoutMs: 200 })
    expect(await never.post('https://slow.example.com', local)).toMatchObject({ fault: 'timeout' })
    const text = 'The name of the host could not be resolved.'
    for (const resolve of [() => Promise.reject(new Error('ESERVFAIL')), () => Promise.resolve([])])
      expect(await outbound({ resolve }).post('https://gone.example.com', local)).toEqual({ fault: 'connection', text })
  })

  it('sends at most 4 at a time to one origin, lets 4 wait, and keeps no other origin waiting', async () => {
    let most = 0
    const held: ServerResponse[] = []
    const slow = await listen((_request, response) => {
      most = Math.max(most, held.push(response))
    })
    const healthy = await listen((_request, response) => response.end('ok'))
    const posts = Array.from({ length: 10 }, () => post(slow, local))
    for (const turnedAway of await Promise.all(posts.slice(8))) expect(turnedAway).toMatchObject({ fault: 'busy' })
    await expect.poll(() => held.length).toBe(4)
    expect(await post(healthy, local)).toMatchObject({ status: 200 })
    expect(held.length).toBe(4)
    for (let done = 0; done < 8; done += 1) {
      await expect.poll(() => held.length).toBeGreaterThan(0)
      held.shift()?.end('done')
    }
    for (const answer of await Promise.all(posts.slice(0, 8))) expect(answer).toMatchObject({ status: 200 })
    expect(most).toBe(4)
  })

  it('throws for a defect of ours, such as a header that would smuggle another', async () => {
    const at = await listen((_request, response) => response.end())
    await expect(post(at, { ...local, headers: { a: 'b\r\nc: d' } })).rejects.toThrow('invalid')
  })
})

describe('the target of a stranger’s URL', () => {
  it('is no loopback listener, by any spelling, when loopback is not allowed', async () => {
    const trap = await listenRaw(() => {})
    const { port } = new URL(trap.url)
    const hosts = '127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 0 0.0.0.0 localhost'
    const names = 'LOCALHOST localhost. a.localhost localhost.localdomain [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1]'
    const more =
      '[::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::] １２７.０.０.１ 127。0。0。1 ①27.0.0.1 %31%32%37.0.0.1'
    for (const host of [hosts, names, more].join(' ').split(' '))
      for (const scheme of ['http', 'https']) {
        const answer = await post(`${scheme}://${host}:${port}/`, { ...message, allowLoopback: false })
        expect(answer, host).toMatchObject({ fault: 'refused_address' })
      }
    expect(trap.connections).toBe(0)
  })

  it('is nothing of ours through a name that resolves to it, whether loopback is allowed or not', async () => {
    const trap = await listenRaw(() => {})
    const { port } = new URL(trap.url)
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '169.254.169.254', 'fe80::1', '0.0.0.0'])
      for (const allowLoopback of [false, true]) {
        const rebound = outbound({ resolve: () => Promise.resolve([address]) })
        const answer = await rebound.post(`https://hook.example.com:${port}`, { ...message, allowLoopback })
        expect(answer, address).toMatchObject({ fault: 'refused_address' })
      }
    expect(trap.connections).toBe(0)
  })

  it('is no other address than the one just checked, though the name resolves anew each time', async () => {
    const trap = await listenRaw(() => {})
    const { port } = new URL(trap.url)
    const asked: string[] = []
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['93.184.215.14']]
    const rebinding = outbound({
      resolve: (host) => {
        asked.push(host)
        return Promise.resolve(answers.shift() ?? [])
      },
    })
    const first = await rebinding.post(`http://localhost:${port}`, { ...local, timeoutMs: 300 })
    expect(first).toMatchObject({ fault: 'timeout' })
    expect([trap.connections, asked]).toEqual([1, ['localhost']])
    for (const _rest of ['private', 'public'])
      expect(await rebinding.post(`http://localhost:${port}`, local)).toMatchObject({ fault: 'refused_address' })
    expect([trap.connections, asked.length]).toEqual([1, 3])
  })

  it('was judged when it was saved and is judged again at each use', async () => {
    const trap = await listenRaw(() => {})
    const url = `https://hook.example.com:${new URL(trap.url).port}`
    const rebinding = outbound({ resolve: () => Promise.resolve(['127.0.0.1']) })
    expect(checkOutboundUrl(url, { allowLoopback: false })).toBe(null)
    expect(await rebinding.post(url, { ...message, allowLoopback: false })).toMatchObject({ fault: 'refused_address' })
    expect(trap.connections).toBe(0)
  })
})

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((end) => end()))
})

function outbound(options: OutboundOptions): Outbound {
  const made = createOutbound(options)
  closing.push(made.close)
  return made
}

const listen = async (answer: RequestListener) => `http://127.0.0.1:${await started(createServer(answer))}`

async function listenRaw(onConnection: (socket: Socket) => void) {
  const trap = { connections: 0, url: '', server: createTcpServer() }
  trap.server.on('connection', (socket) => {
    trap.connections += 1
    socket.on('error', () => {})
    closing.push(() => Promise.resolve(socket.destroy()))
    onConnection(socket)
  })
  trap.url = `http://127.0.0.1:${await started(trap.server)}`
  return trap
}

async function started(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => close(server))
  return (server.address() as AddressInfo).port
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function') server.closeAllConnections()
  await closed
}

async function text(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

/** Self-signed for localhost and 127.0.0.1, until 2126; signs nothing but these tests. */
const certificate = {
  key: createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: 'FfkWzLPJv9qiOmITe2fnIdNbb78yzh1JngSlp_uMJ30',
      y: 'W0-q4Y1cZV0IJhv_7EKtsCrR1qCgFzW6_POedg_wLxQ',
      d: '9llpPFE572605puIevPlmTIfKKu0RBzhVT6yDBAAw_Y',
    },
  }).export({ type: 'pkcs8', format: 'pem' }),
  cert: [
    '-----BEGIN CERTIFICATE-----',
    'MIIBmzCCAUGgAwIBAgIUSzlKB+zeDoLiyVweuNy+I+iO9n0wCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2',
    'MTEyMDEyMTM1MloYDzIxMjYxMDI3MTIxMzUyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC',
    'AAQV+RbMs8m/2qI6YhN7Z+ch01tvvzLOHUmeBKWn+4wnfVtPquGNXGVdCCYb/+xCrbAq0dagoBc1uvzznnYP8C8Uo28wbTAdBgNV',
    'HQ4EFgQUlllcFkTO2T+5L5HiWbZHu8x26gMwHwYDVR0jBBgwFoAUlllcFkTO2T+5L5HiWbZHu8x26gMwDwYDVR0TAQH/BAUwAwEB',
    '/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZIzj0EAwIDSAAwRQIhAL/4M+HOBf7ATHQn9DNJz0ukN9jfcw0f7r2D',
    'D1evdpocAiBvfhStOzcQfrdGwcOeEpvetYiKkqtg7i93q474p7XpUQ==',
    '-----END CERTIFICATE-----',
  ].join('\n'),
}
