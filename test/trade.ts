import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'

/** A line of an order: so many units of an article, at the price of that moment. */
export interface TradeLine {
  article: string
  title: string
  invoice: string
  quantity: number
  /** Pence of one unit. */
  unitMinor: bigint
}

const published = join(import.meta.dirname, '../../shared/data/volume/online_retail_lines_2010-12_2011-05.open.csv.xz')

/**
 * The first lines of a real shop's book, where it is at hand, else lines of our own with the same oddities; without those that no
 * page can sell: returns, more than a thousand units, and gifts.
 */
export function tradeLines(count: number): { lines: TradeLine[]; real: boolean } {
  const csv = publishedBook()
  const rows = parse(csv ?? ownBook(count), { columns: true, to: count }) as Record<string, string>[]
  const lines = rows
    .map(lineOf)
    .filter(({ quantity, unitMinor }) => quantity >= 1 && quantity <= 1_000 && unitMinor > 0n)
  return { lines, real: csv !== null }
}

/** All lines of the first invoices of that book, as they are written: with returns, gifts and corrections. */
export function tradeInvoices(count: number): { invoices: Map<string, Record<string, string>[]>; real: boolean } {
  const csv = publishedBook()
  const rows = parse(csv ?? ownBook(count * 4), { columns: true, to: count * 30 }) as Record<string, string>[]
  const invoices = new Map<string, Record<string, string>[]>()
  for (const row of rows) {
    const number = row['InvoiceNo'] ?? ''
    const known = invoices.get(number)
    if (known) known.push(row)
    else if (invoices.size < count) invoices.set(number, [row])
  }
  return { invoices, real: csv !== null }
}

/** The first lines of that book as they are written, with everything. */
export function tradeBook(count: number): { rows: Record<string, string>[]; real: boolean } {
  const csv = publishedBook()
  return {
    rows: parse(csv ?? ownBook(count), { columns: true, to: count }) as Record<string, string>[],
    real: csv !== null,
  }
}

const lineOf = ({
  StockCode = '',
  Description = '',
  InvoiceNo = '',
  Quantity,
  UnitPrice,
}: Record<string, string>): TradeLine => ({
  article: StockCode,
  title: (Description.trim() || StockCode).slice(0, 80),
  invoice: InvoiceNo,
  quantity: Number(Quantity),
  unitMinor: BigInt(Math.round(Number(UnitPrice) * 100)),
})

/** Null without the book, or without the program that unpacks it. */
function publishedBook(): Buffer | null {
  if (!existsSync(published)) return null
  try {
    return execFileSync('xz', ['-dc', published], { maxBuffer: 200 * 1024 * 1024 })
  } catch {
    return null
  }
}

/** Articles come again at other prices; some lines are returns, some are for nothing. */
function ownBook(count: number): string {
  const rows = Array.from({ length: count }, (_, n) => {
    const quantity = n % 23 === 7 ? -2 : n % 31 === 9 ? 1_500 : 1 + ((n * n) % 48)
    const price = n % 29 === 3 ? 0 : 0.85 + (n % 9) * 0.4 + (n % 2)
    return [`W${n % 9}`, `"WOODEN ""HEART"", NO ${n % 9}"`, String(1_000 + (n >> 2)), quantity, price.toFixed(2)].join(
      ',',
    )
  })
  return ['StockCode,Description,InvoiceNo,Quantity,UnitPrice', ...rows].join('\n')
}
