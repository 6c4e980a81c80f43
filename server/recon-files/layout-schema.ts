import { defaultLanguage } from '#i18n/languages.ts'
import { z } from 'zod'
import { isIsoCurrency } from '#contract/iso-currencies.ts'
import {
  fileFormats,
  furtherHeaders,
  recordTypes,
  settlementHeaders,
  transactionHeaders,
} from '#contract/recon-records.ts'
import { isDateFormat } from './read/date-format.ts'

const title = z.string().min(1).max(500)
const column = z.union([title, z.int().min(1).max(500)])
const titles = z.array(title).max(500)
const words = z.array(z.string().max(500)).min(1).max(500)
const type = z.enum(recordTypes)
const sign = z.enum(['own', 'of_type'])
const currency = z.string().refine(isIsoCurrency)
const field = z.enum([...new Set([...transactionHeaders, ...settlementHeaders, ...furtherHeaders])])

const from = z.union([
  title,
  titles.min(1),
  z.strictObject({ joined: titles.min(2) }),
  z.strictObject({ credit: title, debit: title }),
  z.strictObject({ amount: title, direction: title, credit: words, debit: words }),
])
const cut = z.union([
  z.strictObject({ cut: z.enum(['trim', 'lower', 'upper', 'digits']) }),
  z.strictObject({ cut: z.enum(['prefix', 'suffix']), text: z.string().min(1).max(500) }),
  z.strictObject({ cut: z.literal('between'), from: z.string().max(500), to: z.string().max(500) }),
  z.strictObject({ cut: z.literal('json'), path: z.string().min(1).max(500) }),
])
const test = z
  .strictObject({ column: title, is: words.optional(), startsWith: words.optional(), empty: z.boolean().optional() })
  .refine(({ is, startsWith, empty }) => is !== undefined || startsWith !== undefined || empty !== undefined)
const stated = z.strictObject({
  section: title,
  what: z.enum(['opening', 'closing', 'count', 'credits', 'debits', 'fee_credits', 'fee_debits', 'gross', 'net']),
  column,
  name: z.string().max(100).optional(),
  direction: column.optional(),
  debit: words.optional(),
  currency: column.optional(),
  batch: column.optional(),
  account: column.optional(),
})

/** What a reading may say: of a layout that is built in and of a merchant's mapping alike. */
export const readingSchema = z
  .strictObject({
    encoding: z.string().min(1).max(40).optional(),
    delimiter: z.string().length(1).optional(),
    quote: z.string().max(1).optional(),
    decimal: z.enum(['.', ',']).optional(),
    group: z.enum(['', ',', '.', ' ', "'"]).optional(),
    indianGroups: z.literal(true).optional(),
    unit: z.enum(['major', 'minor', 'hundredths']).optional(),
    timeZone: z.string().refine(isTimeZone).optional(),
    zones: z.record(z.string().max(40), z.string().refine(isTimeZone)).optional(),
    dates: z.array(z.string().refine(isDateFormat)).max(10),
    offset: z.int().min(0).max(10_000).optional(),
    sheet: z.int().min(-1).max(1_000).optional(),
    rowsAt: title.optional(),
    titles: titles.min(1).optional(),
    beginsWith: titles.min(1).optional(),
    headers: titles,
    known: titles.optional(),
    sections: z
      .strictObject({
        column,
        body: words.optional(),
        titles: words.optional(),
        ignored: z.record(z.string().max(500), z.string().max(100)).optional(),
      })
      .optional(),
    columns: z.partialRecord(field, from),
    cuts: z.partialRecord(field, z.array(cut).max(10)).optional(),
    noReference: words.optional(),
    currency: currency.optional(),
    netCurrency: currency.optional(),
    charges: z
      .array(
        z.strictObject({
          column: title,
          kind: z.enum(['fee', 'tax', 'passed_on']),
          sign: z.union([z.literal(1), z.literal(-1)]).optional(),
        }),
      )
      .max(50)
      .optional(),
    chargesAre: z.enum(['positive', 'negative']).optional(),
    netBefore: z.array(z.enum(['fee', 'tax', 'passed_on'])).optional(),
    taxInFee: z.literal(true).optional(),
    types: z.record(z.string().max(500), type),
    typesWhen: z
      .array(z.strictObject({ type, when: z.array(test).min(1) }))
      .max(50)
      .optional(),
    type: type.optional(),
    typesReversed: z.partialRecord(type, type).optional(),
    sign: sign.optional(),
    netSign: sign.optional(),
    skip: z
      .array(z.strictObject({ rule: title, when: z.array(test).min(1) }))
      .max(100)
      .optional(),
    identity: titles.min(1).optional(),
    ratePer: z.enum(['net_per_gross', 'gross_per_net']).optional(),
    proof: z
      .strictObject({
        payout: z.literal(true).optional(),
        running: z.literal(true).optional(),
        stated: z.array(stated).max(100).optional(),
      })
      .optional(),
  })
  .refine(({ columns }) => columns.amount !== undefined || columns.net !== undefined)
  .refine(({ columns }) => columns.date !== undefined || columns.booked_on !== undefined)

export const layoutSchema = z.strictObject({
  key: z.string().regex(/^[A-Z0-9_]{3,40}$/),
  name: z.string().min(3).max(100),
  unseen: z.literal(true).optional(),
  formats: z.array(z.enum(fileFormats)).min(1),
  category: z.enum(['PSP', 'MARKETPLACE', 'MERCHANT', 'BANK']),
  fileType: z.enum(['transaction', 'recon']),
  messages: words.optional(),
  reading: readingSchema,
})

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat(defaultLanguage, { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
