import type { DeclineCode } from './cards.ts'
import type {
  Grant,
  Line,
  MandateChangeRecord,
  MandateRecord,
  MandateStatus,
  PaymentRecord,
  Status,
} from './records.ts'

/** The mandates of the book, computed from its lines like everything else there. */
export interface MandateBook {
  record(line: Line): void
  /** By the key of its set-up: its own, or that of the payment that came with it. */
  mandate(key: string): Mandate | undefined
  /** By a token that it is charged by, or was before its card was replaced. */
  ofToken(token: string): Mandate | undefined
  /** By the name of its holder's page. */
  ofPage(page: string): Mandate | undefined
  /** By the simulator's own reference. */
  ofRef(ref: string): Mandate | undefined
  all(): Iterable<Mandate>
}

export interface Mandate {
  /** The line that set it up. */
  readonly record: MandateRecord | PaymentRecord
  readonly page: string
  status: MandateStatus
  decline: DeclineCode | undefined
  /** What it is charged by now. */
  grant: Grant
  /** The payments by it, that which came with it among them, whatever their outcome. */
  charges: number
  /** The newest payment that its holder was not at. */
  chargedAlone: PaymentRecord | undefined
  isReplaced: boolean
  /** That it ends soon has been told. */
  isEndTold: boolean
}

export function emptyMandates(): MandateBook {
  const byKey = new Map<string, Mandate>()
  const byToken = new Map<string, Mandate>()
  const byPage = new Map<string, Mandate>()
  const byRef = new Map<string, Mandate>()

  function open(record: Mandate['record'], { page, grant }: { page: string; grant: Grant }): void {
    const isPayment = record.type === 'payment'
    const mandate: Mandate = {
      record,
      page,
      status: isPayment ? statusOfPayment[record.status] : record.status,
      decline: record.decline,
      grant,
      charges: isPayment ? 1 : 0,
      chargedAlone: undefined,
      isReplaced: false,
      isEndTold: false,
    }
    byKey.set(record.key, mandate)
    byToken.set(grant.token, mandate)
    byPage.set(page, mandate)
    byRef.set(record.ref, mandate)
  }

  function charge(payment: PaymentRecord, { of, off_session }: { of: string; off_session: boolean }): void {
    const mandate = byKey.get(of)
    if (!mandate) return
    mandate.charges += 1
    if (off_session) mandate.chargedAlone = payment
  }

  /** A payment that sets one up decides what becomes of it, unless it was revoked before. */
  function follow(mandate: Mandate | undefined, end: { status: Status; decline?: DeclineCode | undefined }): void {
    if (mandate?.record.type !== 'payment' || mandate.status !== 'pending') return
    mandate.status = statusOfPayment[end.status]
    mandate.decline = end.decline
  }

  function change(mandate: Mandate | undefined, { change: what, decline, grant }: MandateChangeRecord): void {
    if (!mandate) return
    if (what === 'expiring') mandate.isEndTold = true
    else if (what === 'updated') {
      mandate.isReplaced = true
      mandate.isEndTold = false
      if (!grant) return
      mandate.grant = grant
      byToken.set(grant.token, mandate)
    } else {
      mandate.status = what
      mandate.decline = decline
    }
  }

  return {
    record(line) {
      if (line.type === 'mandate') open(line, line)
      else if (line.type === 'mandate_change') change(byKey.get(line.key), line)
      else if (line.type === 'settlement') follow(byKey.get(line.key), line)
      else if (line.type === 'payment' && line.mandate)
        if ('of' in line.mandate) charge(line, line.mandate)
        else open(line, line.mandate)
    },
    mandate: (key) => byKey.get(key),
    ofToken: (token) => byToken.get(token),
    ofPage: (page) => byPage.get(page),
    ofRef: (ref) => byRef.get(ref),
    all: () => byKey.values(),
  }
}

/** An authorised payment proves its card as a captured one does. */
const statusOfPayment: Record<Status, MandateStatus> = {
  authorised: 'active',
  captured: 'active',
  succeeded: 'active',
  pending: 'pending',
  declined: 'failed',
  expired: 'expired',
}
