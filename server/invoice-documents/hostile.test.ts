import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fontoxpath from 'fontoxpath'
import { parseXmlDocument } from 'slimdom'
import { expect, it } from 'vitest'
import { invoiceText } from '#contract/invoice-parts.ts'
import { factsWith, lineOf } from './fixtures.ts'
import { drawn, pagesRead, plain } from './pdf/drawn.ts'
import { readFile } from './pdf/file-reader.ts'
import { missingCharacters } from './pdf/pdf.ts'
import { ciiOf } from './xml/cii.ts'
import { electronicOf } from './xml/electronic.ts'
import { ublOf } from './xml/ubl.ts'

const bad = join(import.meta.dirname, '../../../shared/data/badinput')
const linesOf = (path: string): string[] => {
  if (!existsSync(join(bad, path))) return []
  const text = readFileSync(join(bad, path), 'utf8')
  return path.endsWith('.json') ? (JSON.parse(text) as string[]) : text.split('\n')
}
const known = [
  '<script>alert(1)</script>',
  ']]>',
  '&amp;',
  '=cmd|"/C calc"!A0',
  '\u202eevil',
  '\ud800',
  '\u0000',
  '\u000b',
  'a\r\nb',
  '%PDF',
  '(\\)',
  '\ufeff',
]
const all = [
  ...known,
  ...linesOf('blns/blns.json'),
  ...linesOf('xss/xss-payload-list.open.txt'),
  ...linesOf('csv_injection/csv-payload.txt'),
]
const form = invoiceText(500)
const accepted = all.map((text) => form.safeParse(text)).flatMap(({ success, data }) => (success ? [data] : []))
const whole = factsWith({
  lines: accepted.slice(0, 2_000).map((text) => lineOf(text, 1)),
  seller: { ...factsWith().seller, legal_name: '"><img src=x onerror=alert(1)>' },
})

it('what XML cannot carry is refused at its field', () => {
  for (const text of ['a\u0000b', 'a\u000bb', 'a\ud800b', 'a\ufffeb'])
    expect([text, form.safeParse(text).success]).toEqual([text, false])
})

it('no text breaks out of an XML, and each can be read again', () => {
  const invoice = electronicOf(whole)
  const names = (xml: string, path: string) => {
    const found = fontoxpath.evaluateXPathToStrings(
      `//*[local-name() = '${path}']/*[local-name() = 'Name']`,
      parseXmlDocument(xml),
    )
    return found.map((name) => name.replaceAll(/\s+/g, ' '))
  }
  const written = invoice.lines.map(({ name }) => name)
  expect(names(ublOf(invoice), 'Item')).toEqual(written)
  expect(names(ciiOf(invoice, { inside: 'file' }), 'SpecifiedTradeProduct')).toEqual(written)
})

it('no text breaks out of a PDF, and each that can be drawn can be read again', async () => {
  const missing = await missingCharacters(whole)
  const drawable = accepted.filter((text) => !missing.some((character) => text.includes(character)))
  const pdf = await drawn(
    factsWith({ ...whole, costs: [], lines: drawable.slice(0, 400).map((text) => lineOf(text, 1)) }),
  )
  const objects = [...readFile(pdf).objects.values()].join('\n').replaceAll(/\((?:\\.|[^\\)])*\)/g, '()')
  expect(objects).not.toMatch(/\/(JavaScript|JS|Launch|SubmitForm|OpenAction)\b/)
  const text = (await pagesRead(pdf)).join('')
  for (const one of known.filter((known) => drawable.includes(known) && /^[\x20-\x7e]*$/.test(known)))
    expect(text).toContain(plain(one))
})
