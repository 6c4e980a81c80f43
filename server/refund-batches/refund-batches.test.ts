import { deflateRawSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RefundBatch, RefundBatchRow } from '#contract/refund-batches.ts'
import { openRefunding, type Refunding } from '#server/refunds/fixtures.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { spreadsheet } from '#server/kit/files/spreadsheet.ts'
import { textCell } from '#server/kit/files/cells.ts'
import type { Answer } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { rowsOfFile, wholeOf } from '#test/unzip.ts'
import { runRefundBatch } from './jobs.ts'

/** Refunds from a sheet, uploaded through the front door; the clock is moved, nothing waits. */
let back: Refunding
beforeAll(async () => {
  back = await openRefunding()
})
afterAll(() => back.close())
afterEach(() => {
  back.paying.clock.now = null
})

const head = 'reference,amount,currency,reason,note'
const csv = (...lines: string[]) => Buffer.from([head, ...lines].join('\n'))
async function upload(content: Buffer, { name = 'refunds.csv', key = crypto.randomUUID() } = {}): Promise<Answer> {
  const form = new FormData()
  form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), name)
  const encoded = new Response(form)
  const answer = await back.paying.testApp.app.inject({
    method: 'POST',
    url: '/gateway/api/refund-batches/check',
    headers: {
      authorization: `Bearer ${back.session.token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
      'idempotency-key': key,
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return {
    status: answer.statusCode,
    text: answer.body,
    body: JSON.parse(answer.body) as Answer['body'],
    headers: answer.headers,
  }
}
const batchOf = (answer: Answer) => {
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.content as unknown as RefundBatch
}
const reasonOf = (answer: Answer) => (answer.body['errors'] as { reason: string }[])[0]?.reason
const call = (method: 'GET' | 'POST', path: string, body?: object) =>
  back.paying.testApp.call(back.session, method, `/api/refund-batches${path}`, body, {
    'idempotency-key': crypto.randomUUID(),
  })
const read = async ({ batch_id }: RefundBatch) => batchOf(await call('GET', `/${batch_id}`))
const rows = async ({ batch_id }: RefundBatch) =>
  (await call('POST', '/rows', { pagesize: 100, filters: { batch_id } })).body.content as unknown as RefundBatchRow[]
const confirm = ({ batch_id }: RefundBatch) => call('POST', `/${batch_id}/confirm`, {})
const cancel = ({ batch_id }: RefundBatch) => call('POST', `/${batch_id}/cancel`, {})
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const runUntil = (until: Date) => runJobs(back.paying.testApp, { names: [runRefundBatch.name], until })

describe('the dry run', () => {
  it('says of each row what is wrong with it, and moves no money', async () => {
    const [a, b] = [await back.paid(), await back.paid()]
    const { merchant_order_ref: order } = await back.paying.read(b)
    const batch = batchOf(
      await upload(
        csv(
          `${a},60,SGD,customer request,first`,
          `${a},60,SGD,customer request,more than is left after the first`,
          `${a},40.00,SGD,Goods Returned,all the rest`,
          `${order},,sgd,other,whole`,
          `${order},,sgd,other,whole`,
          `nobody,1,SGD,other,`,
          `${b},1,MYR,other,`,
          `${b},1,QQQ,other,`,
          `${b},-1,SGD,other,`,
          `${b},0.001,SGD,other,`,
          `${b},"1,5",SGD,other,`,
          `${b},1,SGD,because,`,
          `,1,SGD,other,`,
          ``,
        ),
      ),
    )
    expect(batch).toMatchObject({
      status: 'checked',
      rows: 13,
      ready: 3,
      invalid: 10,
      totals: [{ currency: 'SGD', amount: '200.00' }],
    })
    expect((await rows(batch)).map(({ row_no, fault }) => [row_no, fault])).toEqual([
      [2, ''], [3, 'more_than_left'], [4, ''], [5, ''], [6, 'doubled_row'], [7, 'unknown_reference'], [8, 'other_currency'],
      [9, 'not_a_currency'], [10, 'not_a_number'], [11, 'too_many_decimals'], [12, 'not_a_number'], [13, 'not_a_reason'], [14, 'required'],
    ]) // prettier-ignore
    expect((await rows(batch))[1]?.fault_params).toEqual({ left: '40.00', currency: 'SGD' })
    for (const ref of [a, b]) expect(await back.read(ref)).toMatchObject({ amountToRefund: 100, refundDetails: [] })
  })

  it('tells all faults of a row at once, each with its column, and the amount that a valid row comes to', async () => {
    const orderRef = await back.paid()
    const batch = batchOf(
      await upload(
        csv(`nobody,1.234,SGD,because,${'n'.repeat(501)}`, `,-1,QQQ,other,`, `${orderRef},5,sgd,other,`, `${orderRef},,SGD,other,`),
      ),
    ) // prettier-ignore
    expect(batch.totals).toEqual([{ currency: 'SGD', amount: '100.00' }])
    const told = await rows(batch)
    expect(told.map(({ faults }) => faults.map(({ column, fault }) => `${column} ${fault}`))).toEqual([
      ['reason not_a_reason', 'note too_long', 'reference unknown_reference', 'amount too_many_decimals'],
      ['reference required', 'currency not_a_currency', 'amount not_a_number'],
      [],
      [],
    ])
    expect(told.map(({ amount, currency }) => [amount, currency])).toEqual([
      [null, null],
      [null, null],
      [5, 'SGD'],
      [95, 'SGD'],
    ])
  })

  it('reads an xlsx like a csv', async () => {
    const orderRef = await back.paid()
    const cells = [orderRef, '12.5', 'SGD', 'other', 'from a sheet'].map(textCell)
    const columns = head.split(',').map((title) => ({ title, width: 10 }))
    const sheet = spreadsheet(
      { name: 'Sheet', rightToLeft: false, columns },
      (async function* () {
        yield [cells.join('')]
      })(),
    )
    const batch = batchOf(await upload(await wholeOf(sheet), { name: 'refunds.xlsx' }))
    expect(await rows(batch)).toMatchObject([{ row_no: 2, state: 'ready', order_ref: orderRef, amount_text: '12.5' }])
  })

  it.each([
    ['no sheet', Buffer.from('PK no zip'), 'a.xlsx', 'unreadable_file'],
    ['no text', Buffer.from([0xff, 0xfe, 0, 1]), 'a.csv', 'unreadable_file'],
    ['other columns', Buffer.from('a,b\n1,2'), 'a.csv', 'wrong_columns'],
    ['no rows', csv(), 'a.csv', 'empty_file'],
    [
      'too many rows',
      csv(...Array.from({ length: 5_002 }, (_, at) => `r${at},1,SGD,other,`)),
      'a.csv',
      'too_many_rows',
    ],
    ['another kind of file', Buffer.from('x'), 'a.pdf', 'wrong_file_type'],
  ])('refuses %s in words', async (_what, content, name, reason) => {
    const answer = await upload(content, { name })
    expect([answer.status, answer.body['status_reason'], reasonOf(answer)]).toEqual([400, 'INVALID_FILE', reason])
  })

  it('counts what a zip unpacks to, whatever it says of itself, and stays calm', async () => {
    const before = process.memoryUsage().rss
    const answer = await upload(bomb(300), { name: 'bomb.xlsx' })
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'packed_too_tight'])
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  })
})

describe('a confirmed batch', () => {
  it('begins when its hour is over, not before, and gives each valid row back once', async () => {
    const [a, b] = [await back.paid(), await back.paid()]
    const batch = batchOf(await upload(csv(`${a},60,SGD,other,n1`, `${b},,SGD,other,n2`, `x,1,SGD,other,`)))
    expect(batchOf(await confirm(batch))).toMatchObject({ status: 'waiting', confirmed_by: 'Test User' })
    expect((await confirm(batch)).status).toBe(409)
    await runUntil(inMinutes(59))
    expect(await read(batch)).toMatchObject({ status: 'waiting', ready: 2 })
    await runUntil(inMinutes(61))
    expect(await read(batch)).toMatchObject({ status: 'done', ready: 0, asked: 2, invalid: 1, failed: 0 })
    expect((await back.read(a)).refundDetails).toMatchObject([
      { amount: 60, refund_type: 'partial', note: 'n1', created_by: 'Test User' },
    ])
    expect((await back.read(b)).refundDetails).toMatchObject([{ amount: 100, refund_type: 'full' }])
    expect((await cancel(batch)).status).toBe(409)

    const answer = await back.paying.testApp.app.inject({
      method: 'POST',
      url: '/gateway/api/refund-batches/export',
      headers: { authorization: `Bearer ${back.session.token}` },
      payload: {
        filters: { batch_id: batch.batch_id },
        columns: [{ key: 'row_no' }, { key: 'state' }, { key: 'fault' }],
      },
    })
    expect(rowsOfFile(answer.rawPayload).slice(1)).toEqual(
      expect.arrayContaining([[4, 'invalid', 'unknown_reference']]),
    )
    expect(await back.findings()).toEqual([])
  })

  it('can be called off until then', async () => {
    const orderRef = await back.paid()
    const batch = batchOf(await upload(csv(`${orderRef},1,SGD,other,`)))
    await confirm(batch)
    expect((await cancel(batch)).status).toBe(200)
    await runUntil(inMinutes(61))
    expect(await read(batch)).toMatchObject({ status: 'cancelled', ready: 1, asked: 0 })
    expect((await back.read(orderRef)).refundDetails).toEqual([])
  })

  it('called off at the moment that it begins, is one or the other', async () => {
    for (let round = 0; round < 5; round++) {
      const orderRef = await back.paid()
      const batch = batchOf(await upload(csv(`${orderRef},1,SGD,other,`)))
      await confirm(batch)
      back.paying.clock.now = inMinutes(61)
      const [cancelled] = await Promise.all([cancel(batch), runUntil(inMinutes(61))])
      const { status } = await read(batch)
      expect(status).toBe(cancelled.status === 200 ? 'cancelled' : 'done')
      expect((await back.read(orderRef)).refundDetails).toHaveLength(status === 'done' ? 1 : 0)
      back.paying.clock.now = null
    }
  })

  it('worked off by two at once, and again, refunds each row once', async () => {
    const orderRef = await back.paid()
    const batch = batchOf(
      await upload(csv(...Array.from({ length: 20 }, (_, at) => `${orderRef},1,SGD,other,row ${at}`))),
    )
    await confirm(batch)
    back.paying.clock.now = inMinutes(61)
    const { testApp, merchant } = back.paying
    const data = { merchantId: merchant.merchantId, environment: 'sandbox', batchId: batch.batch_id }
    const run = () => runJob(runRefundBatch as never, data, testApp.serveParts, new AbortController().signal)
    await Promise.all([run(), run(), run()])
    await run()
    expect(await read(batch)).toMatchObject({ status: 'done', asked: 20 })
    expect((await back.read(orderRef)).refundDetails).toHaveLength(20)
  })

  it('marks a row that cannot be refunded any more, and goes on; the same file again finds nothing to do', async () => {
    const [a, b] = [await back.paid(), await back.paid()]
    const file = csv(`${a},60,SGD,other,`, `${b},10,SGD,other,`)
    const batch = batchOf(await upload(file))
    await back.refund(a, { type: 'partial', amount: 50 })
    await confirm(batch)
    await runUntil(inMinutes(61))
    expect((await rows(batch)).map(({ state, fault }) => [state, fault])).toEqual([
      ['failed', 'more_than_left'],
      ['asked', ''],
    ])
    const again = batchOf(await upload(file))
    expect((await rows(again)).map(({ fault }) => fault)).toEqual(['more_than_left', 'already_refunded'])
    expect((await confirm(again)).status).toBe(409)
    expect(await back.findings()).toEqual([])
  })
})

/** A zip whose one part says that it is small and unpacks to so many megabytes. */
function bomb(megabytes: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(megabytes * 1024 * 1024))
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(1_000, 22)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt32LE(1_000, 24)
  central.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  return Buffer.concat([local, name, packed, central, name, end])
}
