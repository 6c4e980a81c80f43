import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuthoriseRequest } from '../../provider.ts'
import type { SettledLine, SettlementCallback } from '../../remittances.ts'
import { moved, openSimulator, payment, receiver, type TestSimulator } from '../fixtures.ts'
import { recordPast } from '../past.ts'
import { signatureHeader } from '../signature.ts'
import { abroad } from './fixtures.ts'
import type { WordFault } from './records.ts'

/** What the simulator tells of settling; its clock begins on a Friday. */
let simulator: TestSimulator
let told: Awaited<ReturnType<typeof receiver>>
const friday = new Date('2026-11-27T10:00:00Z')
let now = friday
/** Each test has a merchant and references of its own. */
let merchant: string
let count = 0
const own = (name: string): string => `${name}.${count}`
const signal = AbortSignal.timeout(60_000)
beforeAll(async () => {
  simulator = await openSimulator({ now: () => now })
})
afterAll(() => simulator.close())
beforeEach(async () => {
  now = friday
  count += 1
  merchant = `shop-${count}`
  told = await receiver()
})
afterEach(() => told.close())

async function words(): Promise<SettlementCallback[]> {
  const calls = told.received.map(({ headers, body }) => {
    const signature = String(headers[signatureHeader])
    const sentAt = new Date(Number(/^t=(\d+)/.exec(signature)?.[1]) * 1_000)
    return simulator.provider.verifyCallback({ headers: { [signatureHeader]: signature }, body, now: sentAt })
  })
  return (await Promise.all(calls)).filter((call) => call.kind === 'settlement')
}
async function word(number = 1): Promise<SettlementCallback> {
  await expect.poll(async () => (await words()).length).toBe(number)
  return (await words())[number - 1] as SettlementCallback
}
async function sell(key: string, fields: Partial<AuthoriseRequest> = {}): Promise<void> {
  const token = await simulator.token('4242424242424242')
  const wish = payment({ key: own(key), token, callbackUrl: told.url, merchantKey: merchant, ...fields })
  await simulator.provider.authorise(wish, signal)
}
/** The simulator settles what is due when it starts, and at the beginning of each day. */
async function onDay(day: string): Promise<void> {
  now = new Date(`${day}T00:00:00Z`)
  await simulator.restart()
}
async function settleNow(merchantKey = merchant): Promise<void> {
  now = new Date(now.getTime() + 1)
  await abroad(simulator).settleNow?.({ merchantKey }, signal)
}
const refs = (lines: readonly SettledLine[]) => lines.map(({ kind, ref }) => `${kind} ${ref.replace(/\.\d+$/, '')}`)

describe('what is settled', () => {
  test('is told once, some working days later by its method, with the batch and figures of the files', async () => {
    await sell('wallet', {
      method: { type: 'WALLET', subType: 'GRABPAY' },
      given: {},
      currency: 'SGD',
      amountMinor: 10_000n,
    })
    await simulator.act(own('wallet'), { act: 'approve' })
    await sell('card', { currency: 'SGD', amountMinor: 10_000n })
    await simulator.provider.refund(
      moved({ key: own('back'), paymentKey: own('card'), amountMinor: 4_000n, currency: 'SGD' }),
      signal,
    )
    await onDay('2026-11-29')
    expect(await words()).toEqual([])
    await onDay('2026-11-30')
    // 1.8 % and a tax of 8 % on it.
    expect(await word()).toEqual({
      kind: 'settlement',
      id: expect.stringMatching(/^evt_/),
      providerRef: '2026112701-SGD',
      currency: 'SGD',
      settledOn: '2026-11-30',
      lines: [{ kind: 'payment', ref: own('wallet'), grossMinor: 10_000n, netMinor: 9_806n }],
      at: '2026-11-30T00:00:00.000Z',
    })
    await onDay('2026-12-01')
    const second = await word(2)
    expect(second).toMatchObject({ providerRef: '2026112701-SGD-2', settledOn: '2026-12-01' })
    expect(second.lines).toEqual([
      { kind: 'payment', ref: own('card'), grossMinor: 10_000n, netMinor: expect.any(BigInt) },
      { kind: 'refund', ref: own('back'), grossMinor: 4_000n, netMinor: -4_011n },
    ])
    const file = await request(
      `${simulator.url}/desk/settlement/${merchant}/file?path=/settlement/settlement_${merchant}_20261127_01.csv`,
    )
    const nets = (await file.body.text())
      .split('\r\n')
      .flatMap((row) => (row.includes(',2026112701-SGD,') ? [row.split(',')] : []))
    const netOf = (ref: string) => nets.find((cells) => cells[3] === own(ref))?.[11]
    expect([netOf('wallet'), netOf('back')]).toEqual(['98.06', '-40.11'])
    expect(netOf('card')).toBe((Number(second.lines[0]?.netMinor) / 100).toFixed(2))
    await settleNow()
    expect((await words()).length).toBe(2)
  })

  test('is told by the batch, currency and address of call-backs of each account', async () => {
    const other = await receiver()
    await sell('usd')
    await sell('jpy', { currency: 'JPY', amountMinor: 5_000n })
    await sell('another-channel', { callbackUrl: other.url })
    await sell('another-merchant', { merchantKey: 'M-2' })
    await onDay('2026-12-01')
    await word(3)
    const heard = (await words()).map(({ currency, lines }) => `${currency} ${refs(lines).join()}`)
    expect(heard.sort()).toEqual(['JPY payment jpy', 'USD payment another-merchant', 'USD payment usd'])
    const elsewhere = () => other.received.map(({ body }) => body).filter((body) => body.includes('"settled_on"'))
    await expect.poll(() => elsewhere().length).toBe(1)
    expect(elsewhere()[0]).toContain('another-channel')
    await other.close()
  })

  test('is in the currency of the payment where the files convert it', async () => {
    await sell('kes', { currency: 'KES', amountMinor: 123_456n })
    await settleNow()
    const { currency, lines } = await word()
    expect(currency).toBe('KES')
    expect(lines[0]?.grossMinor).toBe(123_456n)
    expect(lines[0]?.netMinor).toBeGreaterThan(110_000n)
  })

  test('is told until it is taken, over a restart too', async () => {
    let isDeaf = true
    const receiving = await receiver(() => (isDeaf ? 503 : 204))
    const ids = () =>
      receiving.received.flatMap(({ body }) => {
        const { id, type } = JSON.parse(body) as { id: string; type: string }
        return type === 'settlement' ? [id] : []
      })
    const count = () => ids().length
    await sell('sale', { callbackUrl: receiving.url })
    await settleNow()
    await expect.poll(count).toBeGreaterThan(0)
    const before = count()
    isDeaf = false
    await simulator.restart()
    await expect.poll(count).toBeGreaterThan(before)
    expect(new Set(ids()).size).toBe(1)
    const file = () => readFile(join(simulator.dir, 'events.ndjson'), 'utf8')
    await expect.poll(file).toContain(`"event":"${ids()[0]}","result":"delivered"`)
    const taken = count()
    await simulator.restart()
    await sell('another', { callbackUrl: receiving.url })
    await settleNow()
    await expect.poll(count).toBe(taken + 1)
    expect(new Set(ids()).size).toBe(2)
    await receiving.close()
  })

  test('of a generated history is told where it has an address and was not told', async () => {
    const at = new Date('2026-11-26T09:00:00Z')
    const past = (key: string, callbackUrl = '') => ({
      key, ref: `pay_${key}`, at, amountMinor: 5_000n, currency: 'USD', card: null, merchantAccount: 'acme', callbackUrl,
    }) // prettier-ignore
    await simulator.restart(async () =>
      recordPast(simulator.dir, [
        past('silent'),
        past('told', told.url),
        past('untold', told.url),
        {
          settled: '2026112601-USD',
          at,
          merchantAccount: 'acme',
          currency: 'USD',
          settledOn: '2026-11-27',
          lines: [{ kind: 'payment', key: 'told', ref: 'told', grossMinor: 5_000n, netMinor: 4_800n }],
        },
      ]),
    )
    await settleNow('acme')
    const { providerRef, lines } = await word()
    expect([providerRef, ...refs(lines)]).toEqual(['2026112601-USD-2', 'payment untold'])
  })
})

describe('settling now', () => {
  test('tells what is captured and not settled at once, of one merchant alone, and the rest later', async () => {
    await sell('first')
    await sell('another', { merchantKey: 'M-2' })
    await settleNow()
    const { providerRef, settledOn, lines } = await word()
    expect([providerRef, settledOn, ...refs(lines)]).toEqual(['2026112701-USD', '2026-11-27', 'payment first'])
    await settleNow()
    await sell('second')
    await settleNow()
    const second = await word(2)
    expect([second.providerRef, ...refs(second.lines)]).toEqual(['2026112702-USD', 'payment second'])
    // The files have the same batches, and the day of others is not cut.
    now = new Date('2026-11-28T00:00:00Z')
    const filesOf = async (account: string) => {
      const { json } = await simulator.call(`/v1/control/settlement/accounts/${account}`)
      const { files } = json as { files: { path: string }[] }
      return files.map(({ path }) => path).filter((path) => path.endsWith('.csv') && path.startsWith('/settlement/'))
    }
    expect(await filesOf(merchant)).toEqual([
      `/settlement/settlement_${merchant}_20261127_01.csv`,
      `/settlement/settlement_${merchant}_20261127_02.csv`,
    ])
    expect(await filesOf('m-2')).toEqual(['/settlement/settlement_m-2_20261127_01.csv'])
    await onDay('2026-12-01')
    expect(refs((await word(3)).lines)).toEqual(['payment another'])
  })
})

describe('a fault', () => {
  const spoil = async (fault: WordFault) => {
    const { status } = await simulator.call(`/v1/control/settlements/${merchant}/faults`, { body: { fault } })
    expect(status).toBe(200)
  }
  const sold = async (): Promise<void> => {
    for (const key of ['a', 'b', 'c']) await sell(key)
  }

  test('of a payment too many adds one that nobody asked for, to the next settlement alone', async () => {
    await sold()
    await spoil('payment_too_many')
    await settleNow()
    const { lines } = await word()
    expect(refs(lines).filter((ref) => !['payment a', 'payment b', 'payment c'].includes(ref)).length).toBe(1)
    expect(lines.length).toBe(4)
    await sell('d')
    await settleNow()
    expect(refs((await word(2)).lines)).toEqual(['payment d'])
  })

  test('of a payment too few leaves one for the next settlement', async () => {
    await sold()
    await spoil('payment_too_few')
    await settleNow()
    const { lines } = await word()
    expect(lines.length).toBe(2)
    const left = ['a', 'b', 'c'].filter((key) => !refs(lines).includes(`payment ${key}`))
    await onDay('2026-11-30')
    const next = await word(2)
    expect([next.settledOn, ...refs(next.lines)]).toEqual(['2026-11-30', ...left.map((key) => `payment ${key}`)])
  })

  test('of a payment twice has one twice, and of another amount one a minor unit lower', async () => {
    await sold()
    await spoil('payment_twice')
    await spoil('other_amount')
    await settleNow()
    const { lines } = await word()
    expect([lines.length, new Set(refs(lines)).size]).toEqual([4, 3])
    await sell('d')
    await settleNow()
    expect((await word(2)).lines[0]).toMatchObject({ ref: own('d'), grossMinor: 999n })
  })

  test.each([{ fault: 'none' }, {}, { fault: 'payment_twice', more: 1 }])('is not %j', async (body) => {
    expect((await simulator.call(`/v1/control/settlements/${merchant}/faults`, { body })).status).toBe(400)
  })
})
