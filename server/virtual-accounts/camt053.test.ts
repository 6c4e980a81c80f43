import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateXML } from 'xmllint-wasm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseStatement } from '#server/bank-statements/parse-statement.ts'
import { openPayingOut, type PayingOut } from '#server/payouts/fixtures.ts'

/** Our statement as banks write it. */
let out: PayingOut
let xml = ''
beforeAll(async () => {
  out = await openPayingOut()
  const accountNo = await out.account(500)
  await out.deposit(accountNo, 12.5)
  const answer = await out.testApp.call(out.maker, 'GET', `/api/payouts/virtual-accounts/${accountNo}/camt053`)
  xml = (answer.body.content as unknown as { xml: string }).xml
})
afterAll(() => out.close())

it('is read by our own reader with the same entries and balances', () => {
  const read = parseStatement(Buffer.from(xml), 100)
  if (typeof read === 'string' || read.format === 'pain.002') throw new Error(JSON.stringify(read))
  const [statement] = read.statements
  expect(statement?.entries.map(({ minor, direction }) => [minor, direction])).toEqual([
    ['50000', 'CRDT'],
    ['1250', 'CRDT'],
  ])
  expect(statement?.balances.map(({ code, minor }) => [code, minor])).toEqual([
    ['OPBD', '0'],
    ['CLBD', '51250'],
  ])
})

const schema = join(import.meta.dirname, '../../../shared/data/standards/iso20022/camt.053.001.08.xsd')
it.skipIf(!existsSync(schema))('holds to the schema of ISO', async () => {
  const contents = readFileSync(schema, 'utf8')
  const result = await validateXML({
    xml: [{ fileName: 'f.xml', contents: xml }],
    schema: [{ fileName: 's.xsd', contents }],
  })
  expect(result.errors).toEqual([])
})
