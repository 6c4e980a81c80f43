import type { BankVerdict } from '#contract/bank-files.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Direction } from '#server/bank-statements/statement.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import type { LineRow } from './queries.ts'

/** What came of a line, before it is kept. */
export interface Judged {
  channelKey: string
  key: Buffer
  verdict: BankVerdict
  txnRef: string
  bankRef: string
  minor: bigint
  currency: Currency
  direction: Direction
  otherSide: string
  text: string
  bookedAt: Date
  /** It says nothing new, so that people are not shown it. */
  isKnown?: boolean
}

/** What an answer did, as it is collected. */
export interface Answer {
  format: string
  kept: LineRow[]
  /** Those of `kept` that say something new. */
  news: LineRow[]
  notUnderstood: { bank_ref: string; text: string }[]
  known: number
  pending: number
  otherAccounts: number
}
export const emptyAnswer = (format: string): Answer => ({
  format,
  kept: [],
  news: [],
  notUnderstood: [],
  known: 0,
  pending: 0,
  otherAccounts: 0,
})

export function note(ctx: Ctx, answer: Answer, judged: Judged): void {
  const row = {
    channel_key: judged.channelKey,
    line_key: judged.key,
    line_id: newId(),
    format: answer.format,
    verdict: judged.verdict,
    txn_ref: judged.txnRef,
    bank_ref: judged.bankRef.slice(0, 64),
    currency: judged.currency,
    amount_minor: judged.minor,
    direction: judged.direction,
    other_side: judged.otherSide,
    line_text: judged.text,
    booked_at: judged.bookedAt,
    brought_by: ctx.actor.name,
    brought_at: ctx.now,
    explained_by: '',
    explained_at: null,
    explanation: '',
  } satisfies LineRow
  answer.kept.push(row)
  if (judged.isKnown) answer.known += 1
  else answer.news.push(row)
}

/** Keeps the lines, so that none counts twice. */
export function keep(ctx: Ctx, { kept }: Answer): void {
  for (let from = 0; from < kept.length; from += rowsAtOnce)
    ctx.write(ctx.own.insert('bank_lines', kept.slice(from, from + rowsAtOnce)))
}
/** Of one statement, which takes 65,535 values. */
const rowsAtOnce = 1_000

export const shownAnswer = ({ format, news, notUnderstood, known, pending, otherAccounts }: Answer) => ({
  format,
  lines: news.map((row) => ({
    line_id: row.line_id,
    channel_key: row.channel_key,
    format,
    verdict: row.verdict,
    txn_ref: row.txn_ref,
    bank_ref: row.bank_ref,
    amount: row.amount_minor,
    currency: row.currency,
    direction: row.direction,
    other_side: row.other_side,
    text: row.line_text,
    booked_at: row.booked_at,
  })),
  not_understood: notUnderstood,
  known_count: known,
  pending_count: pending,
  other_accounts: otherAccounts,
})
