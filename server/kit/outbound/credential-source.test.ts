import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openCredentialSource } from './credential-source.ts'

let server: Server
let answer: (request: IncomingMessage, response: ServerResponse) => void
let seen: IncomingMessage[]
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  seen = []
})

const source = () =>
  openCredentialSource({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/creds?of=old`, token: 't1' })
const list = () => source().list({ key: 'm&1', environment: 'live' })
const says = (body: unknown, status = 200) => {
  answer = (_, response) => void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
}
const channel = {
  id: 'one',
  channel_key: 'STRIPE',
  name: ' Stripe ',
  creds: { secret_key: { current: 'a', available: [{ id: 'a', value: 'x' }] } },
}

it('is asked with its token for one merchant and mode', async () => {
  says({ channels: [channel] })
  expect(await list()).toEqual({
    kind: 'found',
    channels: [{ ...channel, name: 'Stripe', country: '', methods: [] }],
  })
  expect(seen[0]?.url).toBe('/creds?of=old&merchant_key=m%261&environment=live')
  expect(seen[0]?.headers.authorization).toBe('Bearer t1')
})

it.each([
  ['no JSON', 'channels'],
  ['another form', []],
  ['a field that is not known', { channels: [], more: true }],
  ['a channel without a name', { channels: [{ ...channel, name: '' }] }],
  ['an id that is given twice', { channels: [channel, channel] }],
  [
    'a value that is given twice',
    {
      channels: [
        {
          ...channel,
          creds: {
            k: {
              available: [
                { id: 'a', value: 'x' },
                { id: 'a', value: 'y' },
              ],
            },
          },
        },
      ],
    },
  ],
  [
    'a value that is too long',
    { channels: [{ ...channel, creds: { k: { available: [{ id: 'a', value: 'x'.repeat(4_097) }] } } }] },
  ],
  ['too many channels', { channels: Array.from({ length: 51 }, (_, n) => ({ ...channel, id: `c${n}` })) }],
])('is as good as silent with %s', async (_, body) => {
  says(body)
  expect(await list()).toMatchObject({ kind: 'silent' })
})

it('is silent when it fails, is redirected, says too much or cannot be reached', async () => {
  for (const status of [500, 401, 302]) {
    says({ channels: [] }, status)
    expect(await list()).toEqual({ kind: 'silent', why: `The source answered ${status}.` })
  }
  says('x'.repeat(limits.importSourceBytes + 1))
  expect(await list()).toMatchObject({ kind: 'silent' })
  for (const url of ['https://10.0.0.1/creds', 'http://127.0.0.1:9/creds'])
    expect(await openCredentialSource({ url, token: 't' }).list({ key: 'm', environment: 'live' })).toMatchObject({
      kind: 'silent',
    })
})

it('is silent when it does not answer in time', async () => {
  answer = () => {}
  const began = Date.now()
  expect(await list()).toMatchObject({ kind: 'silent' })
  expect(Date.now() - began).toBeLessThan(limits.importSourceMs + 2_000)
})
