import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { insertLinks } from '#server/payment-links/fixtures.ts'
import type { Role } from '#contract/access.ts'
import { filesInZip, unzipped } from '#test/unzip.ts'
import { openExporting, type Exporting } from './fixtures.ts'

let exporting: Exporting
beforeAll(async () => {
  exporting = await openExporting()
  await insertLinks(exporting.testApp, exporting.merchant, 300)
})
afterAll(() => exporting.close())

const rowOf = (answer: { body: { content?: never } }) => answer.body.content as unknown as Record<string, unknown>
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

describe('an export in the background', () => {
  it('is the file of the direct one with offsets at its times in csv, and a digest that fits', async () => {
    const asked = { format: 'csv', language: 'en', filters: { currency: 'JPY' } }
    const { export_id, status, downloadable } = await exporting.prepared(asked)
    expect({ status, downloadable }).toEqual({ status: 'queued', downloadable: false })
    await exporting.run()
    const { merchant, session, testApp } = exporting
    const ready = rowOf(await exporting.read(export_id))
    expect(ready).toMatchObject({
      status: 'ready',
      rows: 100,
      format: 'csv',
      downloadable: true,
      created_by: 'Ada Export',
    })
    const file = await exporting.file(export_id)
    const direct = await testApp.call(session, 'POST', `/merchant/${merchant.key}/export-paymentLinks`, asked)
    expect(direct.text).toMatch(/,2026-\d\d-\d\d \d\d:\d\d:\d\d,|^2026|\n2026/)
    // Of Singapore.
    expect(file.text).toBe(direct.text.replaceAll(/\b(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\b/g, '$1T$2+08:00'))
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="payment-links-\d{8}-\d{6}\.csv"$/),
    })
    expect(ready).toMatchObject({ digest: sha256(file.bytes), size_bytes: file.bytes.length })
  })

  it('says in its last sheet what it is, and the digest of the sheets before', async () => {
    const { export_id } = await exporting.prepared({
      language: 'en',
      filters: { status: ['created', 'expired'], amount: { min: 2 } },
      search: 'S1-',
      sorting_data: [{ column: 'amount', order: 'asc' }],
    })
    await exporting.run()
    const { bytes } = await exporting.file(export_id)
    const parts = unzipped(bytes)
    expect(parts.get('xl/workbook.xml')).toMatch(/name="payment-links".*name="About"/)
    const lines = [...(parts.get('xl/worksheets/sheet2.xml') ?? '').matchAll(/<row>(.*?)<\/row>/g)].map(
      ([, row = '']) => [...row.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text),
    )
    const { rows } = rowOf(await exporting.read(export_id))
    expect(Object.fromEntries(lines)).toMatchObject({
      Export: 'Payment links',
      Mode: 'Test mode',
      Status: 'Created, Expired',
      Amount: 'from 2',
      Search: 'S1-',
      Order: 'Amount, ascending',
      'Time zone': 'Asia/Singapore',
      Currencies: 'JPY, SGD, USD',
      Rows: String(rows),
      'Asked for by': 'Ada Export',
      'SHA-256 of the sheets before this one': sha256(filesInZip(bytes).get('xl/worksheets/sheet1.xml') ?? ''),
    })
  })

  it('tells who asked for it, with the way to the screen', async () => {
    const { export_id } = await exporting.prepared({ search: 'S1-7' })
    await exporting.run()
    const notices = await exporting.sql<{ kind: string; facts: object; to_sub_user: string }>(
      `select kind, facts, to_sub_user from notices where merchant_id = $1 and facts->>'export_id' = $2`,
      exporting.merchant.merchantId,
      export_id,
    )
    expect(notices).toEqual([
      { kind: 'export_ready', facts: { export_id, rows: '11' }, to_sub_user: exporting.session.subUserId },
    ])
  })

  it('is written down: who asked for it, and each download', async () => {
    const { export_id } = await exporting.prepared()
    await exporting.run()
    await exporting.file(export_id)
    const acts = () =>
      exporting.sql<{ action: string }>(
        'select action from audit_events where merchant_id = $1 and object_ref = $2 order by seq',
        exporting.merchant.merchantId,
        export_id,
      )
    await expect
      .poll(async () => (await acts()).map(({ action }) => action))
      .toEqual(['export.prepare', 'export.download', 'export.download-end'])
  })

  it('refuses what the call itself refuses', async () => {
    expect((await exporting.prepare({ surplus: 1 })).status).toBe(400)
    expect((await exporting.prepare({ columns: [{ key: 'no such' }] })).status).toBe(400)
    expect((await exporting.prepare({ environment: 'live' })).body['status_reason']).toBe('INVALID_ENVIRONMENT')
    const stranger = await exporting.testApp.addMerchant()
    expect((await exporting.prepare({}, { path: { key: stranger.key } })).status).toBe(404)
    expect((await exporting.prepare({}, { of: 'exportPageTransactions', path: {} })).status).toBe(404)
    expect((await exporting.prepare({}, { of: 'exportEverything' })).status).toBe(400)
  })
})

describe('whoever has no right', () => {
  const as = (roles: Role[]) => exporting.testApp.signIn(exporting.merchant, { roles })

  it('cannot ask for the list', async () => {
    expect((await exporting.prepare({}, { by: await as(['recon-user']) })).status).toBe(403)
  })

  it('cannot see or have the file of another user or merchant; an administrator can', async () => {
    const own = await as(['payment-links-user'])
    const { export_id } = await exporting.prepared({}, { by: own })
    await exporting.run()
    expect((await exporting.file(export_id, own)).status).toBe(200)
    const others = [
      await as(['payment-links-user']),
      await exporting.testApp.signIn(await exporting.testApp.addMerchant()),
    ]
    for (const other of others) {
      expect((await exporting.file(export_id, other)).status).toBe(404)
      expect((await exporting.read(export_id, other)).status).toBe(404)
      const listed = await exporting.testApp.call(other, 'POST', '/api/exports/list', {})
      expect(listed.text).not.toContain(export_id)
    }
    expect((await exporting.file(export_id)).status).toBe(200)
  })

  it('loses the file with the right to its list, and to a column in it', async () => {
    const user = await as(['payment-links-user'])
    const { export_id: links } = await exporting.prepared({}, { by: user })
    const path = { id: exporting.merchant.key }
    const columns = [{ key: 'shopper_phone' }]
    const more = { by: user, of: 'exportPayments', path }
    const { export_id: payments } = await exporting.prepared({ columns }, more)
    const { export_id: bare } = await exporting.prepared({}, more)
    await exporting.run()
    for (const id of [links, payments, bare]) expect((await exporting.file(id, user)).status).toBe(200)
    // A recon user sees the list of payments without the shopper's details, and no links.
    await exporting.sql(`update sub_users set roles = '{recon-user}' where sub_user_id = $1`, user.subUserId)
    expect((await exporting.file(links, user)).status).toBe(403)
    expect((await exporting.file(payments, user)).status).toBe(403)
    expect((await exporting.file(bare, user)).status).toBe(200)
    expect(rowOf(await exporting.read(links, user))).toMatchObject({ status: 'ready', downloadable: false })
  })

  it('gets nothing made for them that they may not see by then', async () => {
    const user = await as(['payment-links-user'])
    const { export_id } = await exporting.prepared({}, { by: user })
    await exporting.sql(`update sub_users set roles = '{recon-user}' where sub_user_id = $1`, user.subUserId)
    await exporting.run()
    expect(rowOf(await exporting.read(export_id, user))).toMatchObject({ status: 'failed', reason: 'no_right' })
  })
})

describe('the limits', () => {
  it('let five exports of a user wait', async () => {
    const by = await exporting.testApp.signIn(exporting.merchant)
    for (let n = 0; n < limits.exportsWaiting; n++) await exporting.prepared({}, { by })
    const refused = await exporting.prepare({}, { by })
    expect([refused.status, refused.body['status_reason']]).toEqual([429, 'TOO_MANY_EXPORTS_WAITING'])
    await exporting.run()
    expect((await exporting.prepare({}, { by })).status).toBe(200)
    await exporting.run()
  })

  it('are 2 GB of a merchant', async () => {
    const merchant = await exporting.testApp.addMerchant()
    const by = await exporting.testApp.signIn(merchant)
    const { export_id } = await exporting.prepared({}, { by })
    await exporting.run()
    await exporting.sql('update export_files set size_bytes = $2 where export_id = $1', export_id, limits.exportBytes)
    expect((await exporting.prepare({}, { by })).body['status_reason']).toBe('EXPORTS_FULL')
  })
})

it('is cancelled for good, and keeps nothing', async () => {
  const { export_id } = await exporting.prepared()
  const path = `/api/exports/${export_id}/cancel`
  expect((await exporting.testApp.call(exporting.session, 'POST', path, {})).status).toBe(200)
  await exporting.run()
  expect(rowOf(await exporting.read(export_id))).toMatchObject({ status: 'cancelled', rows: 0 })
  expect((await exporting.file(export_id)).status).toBe(409)
  expect((await exporting.testApp.call(exporting.session, 'POST', path, {})).status).toBe(409)
})
