import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FileMapping } from '#contract/recon-mappings.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { mappingForFile } from '#server/recon-files/mapping/mappings.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'

let testApp: TestApp
let merchant: TestMerchant
let admin: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  merchant = await testApp.addMerchant()
  admin = await testApp.signIn(merchant)
})

const record = {
  payment_channel_key: 'SIMULATOR',
  engine_source: 'SHEET',
  display_name: 'Daily settlement',
  file_type: 'recon',
  file_prefix: 'settlement_{yyyy}{MM}{dd}',
  source_date_format: 'YYYY-MM-DD',
  currency: 'SGD',
  all_headers: ['Date', 'Amount', 'Ref', 'Order', 'Type', 'Fee'],
  input_header: { date: 'Date', amount: 'Amount', txn_ref: ['Ref', 'Order'], txn_type: 'Type' },
  charge_params: [{ header: 'Fee', kind: 'fee' }],
  reading: { decimal: '.', types: { Sale: 'payment', Refund: 'refund', Void: 'ignored' } },
}
const skipping = (condition: object) => ({
  reading: { ...record.reading, skip: [{ rule: 'Not ours', when: [condition] }] },
})
const save = (changes: object = {}, as = admin) =>
  testApp.call(as, 'POST', '/merchants/recon/file-mapping', { ...record, ...changes })
const dataOf = <T>({ body }: Answer): T => (body as unknown as { data: T }).data
const list = async () =>
  dataOf<{ content: FileMapping[]; totalElements: number }>(
    await testApp.call(admin, 'GET', `/merchants/${merchant.key}/recon/file-mapping?payment_channel_key=SIMULATOR`),
  )
const errorsOf = ({ body }: Answer) =>
  (body['errors'] as { path: string; reason: string }[]).map(({ path, reason }) => `${path} ${reason}`)

describe('a mapping', () => {
  it('is saved whole, makes the source of its records, and is listed as a page in data', async () => {
    const saved = await save()
    expect(saved.status, saved.text).toBe(200)
    const mapping = dataOf<FileMapping>(saved)
    expect(mapping).toMatchObject({
      ...record,
      version: 1,
      parent_rfm_id: '',
      data_source: 'SIMULATOR_SETTLEMENT',
      source_type: 'PROVIDER',
      created_by: 'MERCHANT',
      refund_sheet_number: -1,
      refund_offset: 0,
      is_in_use: true,
    })
    expect(await list()).toMatchObject({
      content: [mapping],
      totalElements: 1,
      page: 1,
      numberOfElements: 1,
      next_cursor: null,
    })
  })

  it('is edited by a next version, and all versions stay as they were', async () => {
    const first = dataOf<FileMapping>(await save())
    const second = dataOf<FileMapping>(
      await save({
        parent_rfm_id: first.rfm_id,
        source_date_format: 'DD/MM/YYYY',
        currency: '',
        input_header: { ...record.input_header, currency: 'Order' },
      }),
    )
    expect(second).toMatchObject({ version: 2, parent_rfm_id: first.rfm_id, mapping_id: first.mapping_id })
    expect((await list()).content.map(({ rfm_id }) => rfm_id)).toEqual([second.rfm_id])
    const versions = dataOf<(FileMapping & { changes: object[] })[]>(
      await testApp.call(admin, 'GET', `/api/recon/file-mapping/${first.rfm_id}/versions`),
    )
    expect(versions.map(({ version, is_in_use }) => [version, is_in_use])).toEqual([
      [2, true],
      [1, false],
    ])
    expect(versions[0]?.changes).toEqual([
      { field: 'currency', was: 'SGD', is: '' },
      { field: 'input_header.currency', was: '', is: 'Order' },
      { field: 'source_date_format', was: 'YYYY-MM-DD', is: 'DD/MM/YYYY' },
    ])
    const { changes: _, ...kept } = versions[1] as (typeof versions)[number]
    expect(kept).toEqual({ ...first, is_in_use: false })
    const [may] = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ change: boolean; remove: boolean }>(
        `select has_any_column_privilege('countinghouse_app', 'recon_mappings', 'update') as change,
           has_table_privilege('countinghouse_app', 'recon_mappings', 'delete') as remove`,
        [],
      ),
    )
    expect(may).toEqual({ change: false, remove: false })
  })

  it('of two edits of one version at once only one is taken', async () => {
    const first = dataOf<FileMapping>(await save())
    const edits = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => save({ parent_rfm_id: first.rfm_id, display_name: name })),
    )
    expect(edits.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const refused = edits.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ status_code: '4027', status_reason: 'RECON_MAPPING_CHANGED' })
    expect((await list()).content).toHaveLength(1)
  })

  it.each([
    ['another engine', { engine_source: 'NO_SUCH_LAYOUT' }, 'engine_source no_such_layout'],
    [
      'no amount',
      { input_header: { date: 'Date', txn_type: 'Type' }, charge_params: [] },
      'input_header.amount required',
    ],
    ['no date', { input_header: { amount: 'Amount', txn_type: 'Type' } }, 'input_header.date required'],
    ['no currency', { currency: '' }, 'input_header.currency required'],
    ['no words', { reading: {} }, 'reading.types no_type_words'],
    [
      'a column that is not there',
      { input_header: { ...record.input_header, net: 'Netto' } },
      'input_header.net not_among_headers',
    ],
    ['a format of no dates', { source_date_format: 'soon' }, 'source_date_format not_a_date_format'],
    ['one mark for both', { reading: { ...record.reading, decimal: ',', group: ',' } }, 'reading.group same_mark'],
    [
      'an encoding that is none',
      { reading: { ...record.reading, encoding: 'klingon' } },
      'reading.encoding not_an_encoding',
    ],
    ['refunds on a sheet without an amount', { refund_sheet_number: 1 }, 'refund_input_header.amount required'],
    [
      'refunds on the sheet of the payments',
      { sheet_number: 1, refund_sheet_number: 1, refund_input_header: { amount: 'Amount', date: 'Date' } },
      'refund_sheet_number same_sheet',
    ],
    ['a rule that leaves out every row', skipping({ column: 'Type' }), 'reading.skip.0.when.0.is required'],
    [
      'a rule without words',
      skipping({ column: 'Type', starts_with: [] }),
      'reading.skip.0.when.0.starts_with required',
    ],
    [
      'a rule about a column that is not there',
      skipping({ column: 'Sort', is: ['x'] }),
      'reading.skip.0.when.0.column not_among_headers',
    ],
    [
      'a stated figure on lines that nothing tells apart',
      { reading: { ...record.reading, proof: { stated: [{ section: 'T', what: 'net', column: 'Amount' }] } } },
      'reading.sections no_kinds_of_lines',
    ],
    ['a source of nobody', { data_source: 'NOT_THERE' }, 'data_source no_such_source'],
    ['our own transactions as its source', { data_source: 'SIMULATOR_TXN' }, 'data_source no_such_source'],
  ])('with %s is refused with 4028, and nothing is kept', async (_what, changes, error) => {
    const refused = await save(changes)
    expect(refused.body, refused.text).toMatchObject({ status_code: '4028', status_reason: 'RECON_MAPPING_REFUSED' })
    expect(refused.status).toBe(400)
    expect(errorsOf(refused)).toContain(error)
    expect((await list()).content).toEqual([])
  })

  it('does not read the files of another one, unless that is switched off', async () => {
    const first = dataOf<FileMapping>(await save())
    expect(errorsOf(await save({ display_name: 'Other' }))).toEqual(['file_prefix same_files'])
    expect((await save({ parent_rfm_id: first.rfm_id, is_enabled: false })).status).toBe(200)
    expect((await save({ display_name: 'Other' })).status).toBe(200)
  })

  it('is found by the name of a file, the one that says most of it first', async () => {
    const names = { all: '', daily: 'settlement_', dated: 'settlement_{yyyy}{MM}{dd}', special: '*special' }
    for (const [display_name, file_prefix] of Object.entries(names)) await save({ display_name, file_prefix })
    const found = (fileName: string) =>
      ownTransaction(
        testApp.serveParts,
        { merchantId: merchant.merchantId, environment: 'sandbox' },
        { requestId: 'test' },
        async (ctx) => {
          const used = await mappingForFile(ctx, { channelKey: 'SIMULATOR', fileType: 'recon', fileName })
          const { content } = await list()
          return content.find(({ rfm_id }) => rfm_id === used?.rfmId)?.display_name
        },
      )
    expect(await found('Settlement_20261128.csv')).toBe('dated')
    expect(await found('settlement_20261328.csv')).toBe('daily')
    expect(await found('a very special.csv')).toBe('special')
    expect(await found('anything.xml')).toBe('all')
  })

  it('of another merchant, channel or kind of file is not found', async () => {
    const first = dataOf<FileMapping>(await save())
    const other = await testApp.signIn(await testApp.addMerchant())
    expect((await save({ parent_rfm_id: first.rfm_id }, other)).status).toBe(404)
    expect((await save({ payment_channel_key: 'NOT_CONNECTED' })).status).toBe(404)
    const transactions = { file_type: 'transaction', input_header: { ...record.input_header, status: 'Type' } }
    expect((await save({ ...transactions, parent_rfm_id: first.rfm_id })).status).toBe(404)
    expect((await testApp.call(other, 'GET', `/api/recon/file-mapping/${first.rfm_id}/versions`)).status).toBe(404)
  })
})
