import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { limits } from '#contract/limits.ts'
import { form, formType, png } from '#test/picture.ts'
import { workbook } from '#test/workbook.ts'
import { anyAddress } from './intents.ts'

/** The API that is attacked, and the session of a user who may upload. */
export interface Target {
  url: string
  token: string
  merchantKey: string
}
/** One hostile request; resolves with the status of its answer, or 0 when none came. */
type Attack = (target: Target) => Promise<number>

const agent = new Agent({ connections: 32, headersTimeout: 60_000, bodyTimeout: 60_000 })
const megabyte = 1024 * 1024
const tenMegabytes = Buffer.alloc(10 * megabyte, 'a')

/** Sends a request whole, from an address of its own. */
async function send(
  { url }: Target,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  { headers = {}, body = null }: { headers?: Record<string, string>; body?: string | Buffer | null } = {},
): Promise<number> {
  const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
  try {
    const answer = await request(url + path, {
      method,
      body,
      headers: { 'x-forwarded-for': anyAddress(), ...type, ...headers },
      dispatcher: agent,
    })
    await answer.body.dump()
    return answer.statusCode
  } catch {
    return 0
  }
}

/**
 * Sends a request on a connection of its own, and the connection ends with the answer. `holdMs` is how long it is kept
 * open after the last byte, `cut` breaks it off there.
 */
async function sendRaw(
  { url }: Target,
  lines: readonly string[],
  { body = '', chunked = false, cut = false, holdMs = 0 }: RawOptions = {},
): Promise<number> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  let status = 0
  socket.on('data', (data: Buffer) => {
    status ||= Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1] ?? 0)
    if (!cut) socket.end()
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const [first = '', ...others] = lines
  socket.write(
    `${[`${first} HTTP/1.1`, `host: ${host}`, `x-forwarded-for: ${anyAddress()}`, ...others].join('\r\n')}\r\n\r\n`,
  )
  const whole = typeof body === 'string' ? Buffer.from(body) : body
  if (chunked) socket.write(`${whole.length.toString(16)}\r\n`)
  socket.write(whole)
  if (chunked) socket.write('\r\n0\r\n\r\n')
  if (holdMs > 0) await Promise.race([closed, delay(holdMs)])
  if (cut) {
    await new Promise((resolve) => socket.write('', resolve))
    socket.destroy()
  }
  await closed
  return status
}
interface RawOptions {
  body?: string | Buffer
  chunked?: boolean
  cut?: boolean
  holdMs?: number
}

const unknownToken = () => randomBytes(32).toString('base64url')
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const json = 'content-type: application/json'
const login = '/gateway/api/account/login'
const linkPath = '/gateway/merchants/paymentLink'

/** A token as a merchant's server signs it, of a merchant that does not exist. */
function serverToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1_000)
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: 'COUNTINGHOUSE', sub: randomUUID(), iat: now, exp: now + 100 })}`
  return `${text}.${createHmac('sha256', 'wrong').update(text).digest('base64url')}`
}

const samples = join(import.meta.dirname, '../samples/pictures')
/** Besides the samples, as many pixels as are taken, and more. */
const pictures: (() => HostileFile)[] = [
  ...readdirSync(samples).map((name) => once(() => ({ name, bytes: readFileSync(join(samples, name)) }))),
  ...[5_000, 5_600].map((side) => once(() => ({ name: `${side}.png`, bytes: png(side, side) }))),
]

const cell = '<c t="inlineStr"><is><t>x</t></is></c>'
const row = `<row>${cell.repeat(20)}</row>`
const filled = (part: string, megabytes: number) => part.repeat(Math.floor((megabytes * megabyte) / part.length))
/** Sheets that unpack to nearly as much as is taken, and to more, and CSVs of the largest size. */
const sheets: (() => HostileFile | Promise<HostileFile>)[] = [
  once(async () => ({ name: 'long.xlsx', bytes: await workbook(filled(row, 45)) })),
  once(async () => ({ name: 'wide.xlsx', bytes: await workbook(`<row>${filled(cell, 45)}</row>`) })),
  once(async () => ({ name: 'bomb.xlsx', bytes: await workbook(filled(row, 60)) })),
  once(() => ({ name: 'wide.csv', bytes: Buffer.from(filled('a,', 19)) })),
  once(() => ({ name: 'long.csv', bytes: Buffer.from(filled('a,b,c,d,e\n', 19)) })),
]

interface HostileFile {
  name: string
  bytes: Buffer
}
/** Made when it is first sent. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
/** Each in turn. */
function inTurn<T>(all: readonly T[]): () => T {
  let next = 0
  return () => all[next++ % all.length] as T
}
const nextPicture = inTurn(pictures)
const nextSheet = inTurn(sheets)

const upload = (target: Target, path: string, file: HostileFile) =>
  send(target, 'POST', path, {
    body: form({}, [file]),
    headers: { ...bearer(target.token), 'content-type': formType, 'idempotency-key': randomUUID() },
  })
const uploadLines = (target: Target, path: string, size: number) => [
  `POST ${path}`,
  `authorization: Bearer ${target.token}`,
  `idempotency-key: ${randomUUID()}`,
  `content-type: ${formType}`,
  `content-length: ${size}`,
]
const files = '/gateway/api/support/files'
const hugeForm = form({}, [{ name: 'huge.pdf', bytes: Buffer.alloc(limits.uploadBytes + megabyte, 'a') }])
const largeFile = {
  name: 'large.png',
  bytes: Buffer.concat([png(256, 256), Buffer.alloc(limits.uploadBytes - megabyte)]),
}
const largeForm = form({}, [largeFile])

/** Every kind of hostile request. */
export const attacks: Record<string, Attack> = {
  'a body of 10 MB': (target) =>
    sendRaw(target, [`POST ${login}`, json, `content-length: ${tenMegabytes.length}`], { body: tenMegabytes }),
  'a body of 10 MB of untold length': (target) =>
    sendRaw(target, [`POST ${login}`, json, 'transfer-encoding: chunked'], { body: tenMegabytes, chunked: true }),
  'a body of 10 MB to no path': (target) =>
    sendRaw(target, [`POST /gateway/no-path`, json, `content-length: ${tenMegabytes.length}`], { body: tenMegabytes }),
  'a body that is cut off': (target) =>
    sendRaw(target, [`POST ${login}`, json, 'content-length: 250000'], {
      body: tenMegabytes.subarray(0, 200_000),
      cut: true,
    }),
  'a body that does not end': (target) =>
    sendRaw(target, [`POST ${login}`, json, 'content-length: 250000'], { body: tenMegabytes.subarray(0, 200_000), cut: true, holdMs: 1_000 }), // prettier-ignore
  'a body of the largest size that is no JSON': (target) =>
    send(target, 'POST', login, { body: `{"a":"${'x'.repeat(limits.bodyBytes - 100)}` }),
  'JSON that is deep': (target) =>
    send(target, 'POST', login, { body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` }),
  'fields that are not known': (target) =>
    send(target, 'POST', login, {
      body: JSON.stringify(Object.fromEntries(Array.from({ length: 8_000 }, () => [randomUUID().slice(0, 20), 1]))),
    }),
  'an upload that is too large': (target) =>
    sendRaw(target, uploadLines(target, files, hugeForm.length), { body: hugeForm }),
  'an upload of nobody': (target) =>
    sendRaw(target, uploadLines({ ...target, token: unknownToken() }, files, largeForm.length), { body: largeForm }),
  'an upload that is cut off': (target) =>
    sendRaw(target, uploadLines(target, files, largeForm.length), {
      body: largeForm.subarray(0, 5 * megabyte),
      cut: true,
    }),
  'a picture of 19 MB with rubbish': (target) => upload(target, files, largeFile),
  'a hostile picture': (target) => upload(target, `/gateway/api/merchants/${target.merchantKey}/logo`, nextPicture()()),
  'a hostile sheet': async (target) => upload(target, '/gateway/api/refund-batches/check', await nextSheet()()),
  'an unknown session': (target) => send(target, 'GET', linkPath, { headers: bearer(unknownToken()) }),
  'an unknown server': (target) =>
    send(target, 'GET', `${linkPath}/${'0'.repeat(27)}/valid`, { headers: bearer(serverToken()) }),
  'a wrong signature': (target) =>
    send(target, 'POST', linkPath, {
      headers: { ...bearer(target.token), 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        chaipay_key: target.merchantKey,
        environment: 'sandbox',
        amount: 100,
        currency: 'SGD',
        description: 'x',
        expiry_hours: 24,
        signature_hash: randomBytes(32).toString('base64'),
      }),
    }),
  'a failed sign-in': (target) =>
    send(target, 'POST', login, {
      body: JSON.stringify({ username: `${randomUUID()}@nobody.example`, password: randomUUID() }),
    }),
  'a path that does not exist': (target) => send(target, 'GET', `/gateway/${randomUUID()}`),
  'a page of the console that does not exist': (target) => send(target, 'GET', `/${randomUUID()}`),
  'a link that does not exist': (target) => send(target, 'GET', `/pay/${randomBytes(13).toString('hex')}0`),
  'a checkout that does not exist': (target) =>
    send(target, 'POST', `/gateway/api/checkout/${randomBytes(13).toString('hex')}0/attempts`, {
      headers: { 'idempotency-key': randomUUID() },
      body: JSON.stringify({ shopper_email: 'a@shop.example', shopper_name: 'A', token: 'x' }),
    }),
  'a wrong content type': (target) =>
    send(target, 'POST', login, { body: 'a=b', headers: { 'content-type': `text/${randomUUID()}` } }),
  'headers of 15 kB': (target) =>
    send(target, 'GET', login, { headers: { [`x-${randomUUID()}`]: 'x'.repeat(15_000) } }),
  'headers of 40 kB': (target) => sendRaw(target, [`GET ${login}`, `x-a: ${'x'.repeat(40_000)}`]),
  'an address of 12 kB': (target) => send(target, 'GET', `/pay/${randomUUID()}${'x'.repeat(12_000)}`),
  'no HTTP': (target) => sendRaw(target, [`\0${'x'.repeat(1_000)}`]),
  'many requests whose answers are not read': (target) =>
    sendRaw(target, [`GET /${randomUUID()}`], { body: `GET / HTTP/1.1\r\nhost: a\r\n\r\n`.repeat(500), cut: true, holdMs: 300 }), // prettier-ignore
}

/** Sends so many of a kind, `atOnce` at a time; the answers by status. */
export async function attack(
  target: Target,
  kind: string,
  { times, atOnce = 16 }: { times: number; atOnce?: number },
): Promise<Record<number, number>> {
  const one = attacks[kind]
  if (!one) throw new Error(`there is no ${kind}`)
  const answers: Record<number, number> = {}
  let left = times
  await Promise.all(
    Array.from({ length: Math.min(atOnce, times) }, async () => {
      while (left-- > 0) {
        const status = await one(target)
        answers[status] = (answers[status] ?? 0) + 1
      }
    }),
  )
  return answers
}
