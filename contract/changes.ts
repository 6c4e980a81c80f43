import type { RuleName } from './access.ts'

/** The kinds of objects whose changes open consoles hear of, each with the rule of the users who do. */
export const changeKinds = {
  payment: 'transactionsList',
  payment_link: 'paymentLinks',
  payment_page: 'paymentPages',
  invoice: 'invoices',
  invoice_batch: 'invoices',
  invoice_archive: 'invoices',
  price: 'subscriptions',
  subscription: 'subscriptions',
  test_clock: 'subscriptions',
  refund: 'transactionDetails',
  refund_batch: 'refund',
  payout: 'payouts',
  virtual_account: 'payouts',
  payout_batch: 'payouts',
  bank_file: 'payouts',
  beneficiary: 'payouts',
  remittance: 'remittances',
  third_party_upload: 'transactionsList',
  recon_intake: 'reconAny',
  recon_file: 'reconData',
  recon_run: 'reconAny',
  export: 'anyUser',
} as const satisfies Record<string, RuleName>
export type ChangeKind = keyof typeof changeKinds
export const isChangeKind = (name: string): name is ChangeKind => Object.hasOwn(changeKinds, name)

/** A changed object; without a reference, any number of objects of the kind. */
export interface Change {
  kind: ChangeKind
  ref: string | null
}

/** The first word of the stream's event that names changed objects. */
export const changedEvent = 'changed'
/** An object as a word of that event: `payment:aWg…`, or `payment:*`. */
export const changeWord = ({ kind, ref }: Change): string => `${kind}:${ref ?? '*'}`
/** Reads such words; kinds of a newer server are left out. */
export const readChanges = (words: readonly string[]): Change[] =>
  words.flatMap((word) => {
    const [kind = '', ref = ''] = word.split(':')
    return isChangeKind(kind) ? [{ kind, ref: ref === '*' ? null : ref }] : []
  })
export const anyChange: readonly Change[] = (Object.keys(changeKinds) as ChangeKind[]).map((kind) => ({
  kind,
  ref: null,
}))
