import { inflateRawSync, crc32 } from 'node:zlib'
import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyCodes, majorText } from '#contract/kit/money.ts'
import { amountCell, emptyCell, textCell, timeCells, type Cell } from './cells.ts'
import { neutral } from './neutral.ts'
import { spreadsheet, type Sheet } from './spreadsheet.ts'
import { textOfCell, unzipped, wholeOf } from '#test/unzip.ts'

const sheet = (changes: Partial<Sheet> = {}): Sheet => ({
  name: 'rows',
  rightToLeft: false,
  columns: [{ title: 'A', width: 12 }],
  ...changes,
})
async function* batches(...rows: Cell[][]) {
  yield* rows
}

describe('a spreadsheet', () => {
  it('is a whole archive: every part named, each with the size and checksum that it says', async () => {
    const file = await wholeOf(spreadsheet(sheet(), batches([textCell('x')])))
    const parts = unzipped(file)
    expect([...parts.keys()].toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    // The central directory, read from its end as programs do.
    const end = file.length - 22
    expect(file.readUInt32LE(end)).toBe(0x06054b50)
    let at = file.readUInt32LE(end + 16)
    for (let entry = 0; entry < file.readUInt16LE(end + 10); entry += 1) {
      const [crc, packed, plain] = [16, 20, 24].map((offset) => file.readUInt32LE(at + offset)) as [
        number,
        number,
        number,
      ]
      const nameLength = file.readUInt16LE(at + 28)
      const start = file.readUInt32LE(at + 42)
      const data = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28)
      const content = inflateRawSync(file.subarray(data, data + packed))
      expect({ length: content.length, crc: crc32(content) }).toEqual({ length: plain, crc })
      at += 46 + nameLength
    }
  })

  it('freezes its head, and begins at the right when it is told to', async () => {
    const xml = unzipped(await wholeOf(spreadsheet(sheet({ rightToLeft: true }), batches()))).get(
      'xl/worksheets/sheet1.xml',
    )
    expect(xml).toContain('<sheetView rightToLeft="1"')
    expect(xml).toContain('ySplit="1"')
    expect(unzipped(await wholeOf(spreadsheet(sheet(), batches()))).get('xl/worksheets/sheet1.xml')).not.toContain(
      'rightToLeft',
    )
  })

  it('goes on in another sheet, with its head, when one is full; no row is lost or doubled', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 }),
        fc.integer({ min: 2, max: 6 }),
        async (sizes, rowsMost) => {
          let number = 0
          const rows = sizes.map((size) => Array.from({ length: size }, () => textCell(`row${(number += 1)}`)))
          const parts = unzipped(await wholeOf(spreadsheet(sheet({ rowsMost }), batches(...rows))))
          const sheets = [...parts].filter(([name]) => name.includes('worksheets/sheet')).map(([, xml]) => xml)
          const found = sheets.flatMap((xml) => {
            const texts = [...xml.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map((match) => match[1])
            expect(texts[0]).toBe('A')
            expect(texts.length).toBeLessThanOrEqual(rowsMost)
            return texts.slice(1)
          })
          expect(found).toEqual(Array.from({ length: number }, (_, at) => `row${at + 1}`))
          expect(sheets.length).toBe(Math.max(1, Math.ceil(number / (rowsMost - 1))))
        },
      ),
    )
  })

  it('ends broken, not short, when its rows do', async () => {
    const broken = async function* () {
      yield [textCell('one')]
      throw new Error('the rows have ended too early')
    }
    await expect(wholeOf(spreadsheet(sheet(), broken()))).rejects.toThrow('the rows have ended too early')
  })
})

describe('a text cell', () => {
  const payloads = [
    '=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '  +cmd|x', '"=1', `'=1`, `' =1`, ';=1', ',=1', '＝1+1', '＋1', '－1', '＠x',
    '\0=1', '\u200b=1', '\u00a0=1', '“=1', '=HYPERLINK("https://x.example")', `=cmd|'/C calc'!A0`, '\ttab', '\ufeff=1', '|=1', '−1',
  ] // prettier-ignore
  const shared = new URL('../../../../shared/data/badinput/csv_injection/csv-payload.txt', import.meta.url)
  const known = existsSync(shared) ? readFileSync(shared, 'utf8').split(/\r?\n/).filter(Boolean) : []

  it('is text that nothing runs: a string by its type, and behind an apostrophe whatever begins like a formula', () => {
    for (const payload of [...payloads, ...known]) {
      const cell = textCell(payload)
      expect(cell).toMatch(/^<c t="inlineStr"><is><t[ >]/)
      expect(cell).not.toMatch(/<f|<v/)
      const [first = ''] = textOfCell(cell).replace(/^[\s\p{C}"'`]+/u, (lead) => (lead.includes("'") ? "'" : ''))
      expect('=+-@＝＋－＠\t\r\n', payload).not.toContain(first)
    }
    for (const payload of payloads) expect(neutral(payload).startsWith("'"), JSON.stringify(payload)).toBe(true)
  })

  it('brings every text back as it was, but for that apostrophe and what XML cannot hold', () => {
    // oxlint-disable-next-line no-control-regex -- just these
    const without = (text: string) => text.toWellFormed().replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string(),
          fc.constantFrom(...payloads, '_x0041_', 'a&b<c>"', 'a\r\nb'),
        ),
        (text) => {
          const cell = textCell(text)
          if (text === '') expect(cell).toBe(emptyCell)
          else expect([without(text), without(`'${text}`)]).toContain(textOfCell(cell))
        },
      ),
      { numRuns: 1_000 },
    )
    expect(textCell('Trail jacket, size M')).toBe('<c t="inlineStr"><is><t>Trail jacket, size M</t></is></c>')
    expect(textCell('أمينة خليل')).toContain('أمينة خليل')
    expect(textOfCell(textCell('x'.repeat(40_000))).length).toBeLessThanOrEqual(32_767)
  })
})

describe('an amount', () => {
  it('is a number with the decimals of its currency, negative ones too', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
        fc.constantFrom(...currencyCodes),
        (minor, currency) => {
          const value = /<v>([^<]*)<\/v>/.exec(amountCell(String(minor), currency))?.[1] ?? ''
          expect(value).toMatch(/^-?\d+(\.\d+)?$/)
          expect(Number(value)).toBe(Number(majorText(minor, currency)))
        },
      ),
    )
  })
})

describe('a time', () => {
  it('is what the clocks of the zone showed, across their changes', () => {
    for (const zone of [
      'UTC',
      'Asia/Singapore',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Pacific/Apia',
    ]) {
      const cells = timeCells(zone)
      const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
      fc.assert(
        fc.property(fc.integer({ min: 946_684_800, max: 2_000_000_000 }), (seconds) => {
          const serial = Number(/<v>([^<]*)<\/v>/.exec(cells(seconds))?.[1])
          const shown = new Date(Math.round((serial - 25_569) * 86_400) * 1000)
            .toISOString()
            .slice(0, 19)
            .replace('T', ' ')
          expect(shown).toBe(clock.format(seconds * 1000))
        }),
      )
    }
  })
})
