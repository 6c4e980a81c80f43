import { exactText } from '#server/recon-files/read/exact.ts'
import type { WorldRecord } from '../match/world-fixtures.ts'
import { ofMerchant, settlementTitles } from './sheet-fixtures.ts'

const moment = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ')
const sheet = (titles: string, rows: readonly Record<string, string>[]): string =>
  [titles, ...rows.map((row) => titles.split(',').map((title) => row[title] ?? '').join(','))].join('\n') // prettier-ignore

const ownTitles = 'id,merchant_order_ref,channel_order_ref,date,currency,amount,type,method'
/** How a world's transactions are read: their amounts carry their own sign. */
export const ofWorld = { ...ofMerchant, sign: 'own', identity: ['id'] } as const

/** The transactions of a world as their merchant's list. */
export const transactionsOf = (records: readonly WorldRecord[]): string =>
  sheet(
    ownTitles,
    records.map(({ id, merchantRef, providerRef, at, currency, gross, type }) => ({
      id,
      merchant_order_ref: merchantRef,
      channel_order_ref: providerRef,
      date: moment(at),
      currency,
      amount: exactText(gross),
      type,
    })),
  )

/** The lines of a world as their provider's settlement. */
export const linesOf = (records: readonly WorldRecord[]): string =>
  sheet(
    settlementTitles,
    records.map((record) => ({
      line: record.id,
      type: record.type,
      payment_ref: record.providerRef,
      merchant_ref: record.merchantRef,
      parent_ref: record.parentRef,
      at: moment(record.at),
      booked_on: record.bookedOn ?? '',
      currency: record.currency,
      gross: exactText(record.gross),
      fee: exactText(record.fee),
      net: exactText(record.net),
      net_currency: record.netCurrency,
      batch: record.batch,
    })),
  )
