/** What a bank says of an account or of payments, whatever the version of its message. Amounts are minor units as text. */
export type BankMessage = { format: 'camt.053' | 'camt.054'; statements: Statement[] } | PaymentReport

export interface Statement {
  id: string
  /** An IBAN, or the bank's own number, without blanks. */
  account: string
  balances: Balance[]
  entries: Entry[]
}
export interface Balance {
  /** `OPBD`, `CLBD` and their like. */
  code: string
  /** Negative for a debit; null where it is none in its currency. */
  minor: string | null
  currency: string
  /** As the bank writes it. */
  day: string
}

export type Direction = 'CRDT' | 'DBIT'
export interface Entry {
  /** The statement's own name of it; empty where it has none. */
  entryRef: string
  /** The bank's reference, the same in each message about it; empty where it has none. */
  bankRef: string
  minor: string | null
  currency: string
  /** Null where it says none: then it is not understood. */
  direction: Direction | null
  /** Whether it is booked; others are announced alone. */
  isBooked: boolean
  /** When, as the bank writes it. */
  bookedAt: string
  isReversal: boolean
  /** What its text and family say. */
  text: string
  family: string
  /** The payments of which it consists; none where the bank tells of none. */
  details: Detail[]
}
export interface Detail {
  endToEndId: string
  bankRef: string
  /** Null where it says none of its own. */
  amount: { minor: string | null; currency: string } | null
  debtor: string
  creditor: string
  text: string
  /** The ISO code of why it came back; null for what is no return. */
  returned: string | null
}

/** A pain.002: how the payments of a file stand. */
export interface PaymentReport {
  format: 'pain.002'
  id: string
  /** The MsgId of the file. */
  messageId: string
  /** Of the whole file; empty where it says none. */
  status: Status | null
  groups: { groupId: string; status: Status | null }[]
  payments: {
    groupId: string
    endToEndId: string
    status: Status | null
    amount: { minor: string | null; currency: string } | null
    bankRef: string
  }[]
}
export interface Status {
  /** `RJCT`, `ACSC` and their like. */
  code: string
  /** The ISO code of the reason; empty for none. */
  reason: string
  text: string
}

/** Why a file is refused as a whole. */
export type StatementRefusal =
  | 'declares_document_type'
  | 'not_a_bank_answer'
  | 'version_unknown'
  | 'no_statement'
  | 'too_many_lines'
  | 'packed_too_tight'
