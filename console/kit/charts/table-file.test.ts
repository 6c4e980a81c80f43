import { expect, it } from 'vitest'
import { tableFile } from './table-file.ts'

it('a table as a file: quoted by RFC 4180, without marks of direction, and nothing in it runs', async () => {
  const file = tableFile({
    head: ['Method', 'Amount'],
    rows: [
      { key: 'a', cells: ['Card, "debit"', '\u206612.50\u00A0SGD\u2069'] },
      { key: 'b', cells: ['=HYPERLINK("x")', '-3.00 SGD'] },
      { key: 'c', cells: ['-cmd', '\u2013'] },
    ],
  })
  // The mark of UTF-8 is not part of `text()`.
  expect(await file.text()).toBe(
    'Method,Amount\r\n"Card, ""debit""",12.50 SGD\r\n"\'=HYPERLINK(""x"")",-3.00 SGD\r\n\'-cmd,\u2013\r\n',
  )
  expect([...new Uint8Array(await file.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
})
