import { expect, it } from 'vitest'
import { refusalOf } from './fixtures.ts'
import { openSource } from './open-source.ts'

async function formatOf(bytes: Uint8Array): Promise<[string, number]> {
  const source = await openSource((async function* () { yield bytes })(), {}) // prettier-ignore
  let rows = 0
  for await (const some of source.rows) rows += some.length
  return [source.facts.format, rows]
}

it('a line that is too long is named by its number, where a format has lines', async () => {
  const long = 'x'.repeat(1_100_000)
  const [first, ndjson] = ['{"a":1}\n{"a":2}\n', `{"a":"${long}"}`]
  expect(await refusalOf(Buffer.from(first + ndjson))).toEqual(['line_too_long', { row: 3 }])
  expect(await refusalOf(Buffer.from(`[{"a":[${'0,'.repeat(1_500_000)}0]}]`))).toEqual(['record_too_long', {}])
})

it('each format is known by what is in it, and read', async () => {
  const camt =
    '<Document><BkToCstmrStmt><Stmt><Id>1</Id><Ntry><Amt Ccy="EUR">1</Amt></Ntry></Stmt></BkToCstmrStmt></Document>'
  const ofx =
    'OFXHEADER:100\nENCODING:USASCII\nCHARSET:1252\n\n<OFX><STMTRS><CURDEF>EUR<STMTTRN><NAME>Caf\xe9</STMTTRN></STMTRS></OFX>'
  const texts: Record<string, string> = {
    xml: '<a><r><b><c>1</c></b></r></a>',
    json: '[{"a":1},{"a":2}]',
    ndjson: '{"a":1}\n{"a":2}\n',
    mt940: ':20:1\n:25:DE1\n:28C:1\n:60F:C260101EUR1,00\n:62F:C260101EUR1,00\n-}',
    ofx,
    camt,
  }
  for (const [format, text] of Object.entries(texts)) {
    const lines = format === 'xml' || format === 'ofx' || format === 'camt' ? 2 : 3
    expect(await formatOf(Buffer.from(text, 'latin1'))).toEqual([format, lines])
  }
  expect(
    await formatOf(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a><r><b>\xe9</b></r></a>', 'latin1')),
  ).toEqual(['xml', 2])
})
