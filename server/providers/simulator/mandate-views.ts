import type { Book } from './book.ts'
import { type DeclineCode, declineCodes, mannerOf } from './cards.ts'
import type { Mandate } from './mandate-book.ts'
import type { Grant, MandateEffect, MandateRecord, MandateStatus, PaymentRecord } from './records.ts'

/** A mandate as the simulator shows it in answers and events. */
export interface MandateView {
  kind: 'mandate'
  /** Of its set-up. */
  key: string
  /** The simulator's own reference. */
  ref: string
  status: MandateStatus
  /** By what it is charged; null while it is not active. */
  granted: GrantView | null
  decline: { code: DeclineCode; message: string } | null
  /** What its holder has to do while it is pending; null when nothing, or when the payment that came with it says so. */
  action: { kind: 'redirect'; url: string } | null
  authentication: 'frictionless' | 'challenge' | null
  at: string
}
export interface GrantView {
  token: string
  masked: string
  /** Empty for an account. */
  brand: string
  good_until: string | null
}

export interface MandateViews {
  /** As it was when first recorded: what every request with its key is answered. */
  first(record: MandateRecord): MandateView
  /** As it is now. */
  current(mandate: Mandate): MandateView
  /** As it was by an effect, with what it is charged by then. */
  by(mandate: Mandate, effect: MandateEffect): MandateView
}

export function mandateViewsFor(originOf: () => string): MandateViews {
  const viewOf = (record: MandateRecord | PaymentRecord, { status, decline, grant, at }: End): MandateView => ({
    kind: 'mandate',
    key: record.key,
    ref: record.ref,
    status,
    granted: status === 'active' && grant ? grantView(grant) : null,
    decline: decline ? { code: decline, message: declineCodes[decline] } : null,
    action:
      record.type === 'mandate' && status === 'pending' && !record.settles
        ? { kind: 'redirect', url: `${originOf()}/mandates/${record.page}` }
        : null,
    authentication: mannerOf(record.scenario).authentication ?? null,
    at,
  })
  return {
    first: (record) => viewOf(record, record),
    current: ({ record, status, decline, grant }) => viewOf(record, { status, decline, grant, at: record.at }),
    by({ record, grant }, effect) {
      if (effect.type === 'mandate') return viewOf(effect, effect)
      const { change, decline, at } = effect
      const status = change === 'updated' || change === 'expiring' ? 'active' : change
      return viewOf(record, { status, decline, grant: effect.grant ?? grant, at })
    },
  }
}

interface End {
  status: MandateStatus
  decline?: DeclineCode | undefined
  grant?: Grant
  at: string
}

export const grantView = ({ token, masked, brand, good_until }: Grant): GrantView => ({
  token,
  masked,
  brand: brand ?? '',
  good_until: good_until ?? null,
})

/** How many mandates are in each state. */
export function mandateCounts(book: Book): Partial<Record<MandateStatus, number>> {
  const counts: Partial<Record<MandateStatus, number>> = {}
  for (const { status } of book.mandates.all()) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
