/**
 * What the load's clients know, written down before each question and after each fully read answer: the first of the
 * three witnesses that the checker hears.
 */
export interface Journal {
  intents: Intent[]
  /** What a shopper's page was told of the end of an attempt. */
  told: { orderRef: string; state: 'paid' | 'declined' }[]
  /** Answers that no fault of ours or of a server killed under us excuses. */
  misconduct: string[]
  /** How long the worst answer took, in milliseconds. */
  slowestMs: number
  answers: Record<string, number>
  /** From the first answer that said nothing for certain to the one that did, in milliseconds. */
  doubtMs: number[]
}

/** One intent: an act that is to happen once, however often it is requested. */
export interface Intent {
  /** Travels with the request into the row that it makes, so that its effects can be counted. */
  mark: string
  kind: 'create' | 'attempt' | 'cancel' | 'refund'
  key: string
  merchant: string
  /** Minor units. */
  amountMinor: bigint
  currency: string
  /** The link that is paid or cancelled, the payment that is refunded; empty for a link to be made. */
  linkRef: string
  /** Null until an answer was read that says for certain what became of it. */
  answer: { status: number; reason: string; ref: string; body: string } | null
  tries: number
}

export const newJournal = (): Journal => ({
  intents: [],
  told: [],
  misconduct: [],
  slowestMs: 0,
  answers: {},
  doubtMs: [],
})

export const acknowledged = (intent: Intent): boolean => intent.answer?.status === 200
