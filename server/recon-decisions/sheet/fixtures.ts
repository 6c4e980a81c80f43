import { randomUUID } from 'node:crypto'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import type { ReconExceptionImport, ReconExceptionImportRow } from '#contract/recon-exception-sheets.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { keepAnswer, type Told } from '#server/recon-records/fixtures.ts'
import { form, formType } from '#test/picture.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'

/** A sheet as a table: its titles, and rows by them. */
export interface Table {
  titles: string[]
  rows: Record<string, string | number>[]
}
/** Exceptions that leave as a sheet and come back, through the front door. Ada is an administrator, Bob of reconciliation. */
export interface Sheets {
  testApp: TestApp
  merchant: TestMerchant
  ada: TestSession
  bob: TestSession
  /** The pair is worked out once more. */
  keep(told: readonly Told[]): Promise<unknown>
  exported(body?: object, by?: TestSession): Promise<Buffer>
  upload(bytes: Buffer, more?: { by?: TestSession; name?: string; isDone?: boolean; key?: string }): Promise<Answer>
  /** The same, which has to be taken, with the verdict of each row. */
  taken(bytes: Buffer, more?: Parameters<Sheets['upload']>[1] & { language?: string }): Promise<{ said: ReconExceptionImport; rows: ReconExceptionImportRow[] }>
  sql<R extends object>(text: string, ...values: unknown[]): Promise<R[]>
} // prettier-ignore

export async function openSheets(testApp: TestApp): Promise<Sheets> {
  const merchant = await testApp.addMerchant()
  const ada = await testApp.signIn(merchant, { name: 'Ada Lovelace' })
  const bob = await testApp.signIn(merchant, { name: 'Bob Cole', roles: ['recon-admin'] })
  const sheets: Sheets = {
    testApp, merchant, ada, bob,
    keep(told) {
      const { database, services } = testApp.serveParts
      const owner = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
      return ownTransaction({ database, services, now: () => new Date() }, owner, { requestId: 'test' }, (ctx) => keepAnswer(ctx, {}, told))
    },
    async exported(body = { language: 'en' }, { token } = ada) {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await testApp.app.inject({ method: 'POST', url: '/gateway/api/recon/exceptions/export', headers, payload: body })
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.rawPayload
    },
    upload: (bytes, { by = ada, name = 'exceptions.xlsx', isDone = false, key = randomUUID() } = {}) =>
      testApp.call(by, 'POST', '/api/recon/exceptions/import', form({ dry_run: String(!isDone) }, [{ name, bytes }]), {
        'content-type': formType, 'idempotency-key': key,
      }),
    async taken(bytes, { language = 'en', ...more } = {}) {
      const answer = await sheets.upload(bytes, more)
      if (answer.status !== 200) throw new Error(answer.text)
      const said = answer.body['data'] as ReconExceptionImport
      const rows: ReconExceptionImportRow[] = []
      for (let cursor: unknown; cursor !== null; ) {
        const body = { filters: { import_id: said.import_id }, pagesize: 100, ...(cursor ? { cursor } : {}) }
        const page = await testApp.call(more.by ?? ada, 'POST', '/api/recon/exception-imports/rows', body, { 'accept-language': language })
        if (page.status !== 200) throw new Error(page.text)
        rows.push(...(page.body.content as unknown as ReconExceptionImportRow[]))
        cursor = page.body['next_cursor'] ?? null
      }
      return { said, rows }
    },
    sql: (text, ...values) => testApp.owner.transaction(null, (tx) => tx.query(text, [merchant.merchantId, ...values])),
  } // prettier-ignore
  return sheets
}
export { openTestApp }

/** The first sheet of a workbook, as another program's library reads it. */
export async function tableOf(workbook: Buffer): Promise<Table> {
  const { sheets } = await readXlsx(workbook)
  const [head = [], ...rows] = sheets[0]?.rows ?? []
  const titles = head.map(String)
  return {
    titles,
    rows: rows.map((cells) =>
      Object.fromEntries(
        titles.map((title, at) => [title, typeof cells[at] === 'number' ? cells[at] : String(cells[at] ?? '')]),
      ),
    ),
  }
}
/** The same saved by that library: with shared strings, without locks, choices and the other sheets. */
export const savedElsewhere = async ({
  titles,
  rows,
}: Pick<Table, 'titles'> & { rows: Record<string, string | number | Date>[] }): Promise<Buffer> =>
  Buffer.from(
    (await writeXlsx({
      sheets: [{ name: 'Sheet1', rows: [titles, ...rows.map((row) => titles.map((title) => row[title] ?? ''))] }],
    })) as Uint8Array,
  )

export const titlesOf = {
  key: "Row key (don't change)",
  act: 'Your decision',
  reason: 'Your reason',
  until: 'Until (YYYY-MM-DD)',
  owner: 'New owner',
} as const
/** Fills in the rows whose provider's reference has something to be filled in. */
export function filledIn(
  { titles, rows }: Table,
  of: Readonly<Record<string, Partial<Record<keyof typeof titlesOf, string>>>>,
): Table {
  return {
    titles,
    rows: rows.map((row) => {
      const filled = of[row['Provider reference'] as string] ?? {}
      return {
        ...row,
        ...Object.fromEntries(
          Object.entries(filled).map(([name, text]) => [titlesOf[name as keyof typeof titlesOf], text]),
        ),
      }
    }),
  }
}
