import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentDisposition, fileName } from './file-name.ts'

test('a file keeps the letters of its name, in any script, and its ending', () => {
  for (const name of ['INV-2026-0007.pdf', 'فاتورة ١٢.pdf', '請求書.xml', "d'été.pdf"])
    expect(fileName(name)).toBe(name)
})

test('a name says the same to every program: no folder, no stream, no turned letters, no second header', () => {
  expect(fileName('../../etc/passwd')).toBe('etc passwd')
  expect(fileName('C:\\x\\INV:2.pdf')).toBe('C x INV 2.pdf')
  expect(fileName('invoice\u202Efdp.exe')).toBe('invoice fdp.exe')
  expect(fileName('a.pdf\r\nBcc: all@shop.example')).toBe('a.pdf Bcc all@shop.example')
  expect(fileName(' . ')).toBe('file')
  expect(fileName('\u202E.pdf')).toBe('pdf')
  expect(fileName(`${'م'.repeat(500)}.pdf`)).toBe(`${'م'.repeat(116)}.pdf`)
})

test('any name is one line and short, and cleaning it twice changes nothing', () => {
  const odd = fc.string({ unit: 'binary', maxLength: 40 }).map((name) => name.repeat(4))
  fc.assert(
    fc.property(odd, (name) => {
      const clean = fileName(name)
      expect(clean).not.toMatch(/[\p{Cc}\u202A-\u202E"\\/]/u)
      expect(clean).not.toBe('')
      expect(Array.from(clean).length).toBeLessThanOrEqual(120)
      expect(fileName(clean)).toBe(clean)
      const header = contentDisposition(name)
      expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.!~%-]+$/)
      expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(clean)
    }),
  )
})
