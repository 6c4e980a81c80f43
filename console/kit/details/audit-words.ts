import i18next from 'i18next'
import type { AuditEntry } from '#contract/audit-log.ts'
import { wayOf } from '#contract/methods.ts'
import { stateWord, wireWord, type StateGroup } from '#console/kit/i18n/words.ts'

type Told = Pick<AuditEntry, 'action' | 'actor' | 'actor_id' | 'address'>

/** The name of an act; for a denied read, the name of the call. */
export function actWord({ action }: Pick<Told, 'action'>): string {
  const known = wireWord('auditActions', action, '')
  return known || i18next.t(($) => $.auditLog.tried, { call: action })
}

/** The name of the actor: a user, the merchant's server or the system. */
export function actorWord({ actor, actor_id, address }: Told): string {
  if (actor_id !== '') return actor
  return address === '' ? i18next.t(($) => $.auditLog.system) : i18next.t(($) => $.auditLog.server)
}

/** The name of a changed field. One of a way to pay, `WALLET.GRABPAY.limits`, has the name of the way before its own. */
export function changedFieldWord(field: string): string {
  const [, type, subType = '', setting] = /^([A-Z_]+)(?:\.([A-Z0-9_]+))?\.([a-z_]+)$/.exec(field) ?? []
  if (type && setting) {
    const way = [wireWord('methods', type), subType && (wayOf(type, subType)?.name ?? '')].filter(Boolean).join(' · ')
    return i18next.t(($) => $.auditLog.ofWay, { way, field: settingWord(setting) })
  }
  const [, credential] = /^creds\.(\w+)$/.exec(field) ?? []
  if (credential) return i18next.t(($) => $.auditLog.credential, { name: credential })
  return wireWord('auditFields', field, '') || wireWord('merchantFields', field, '') || wireWord('columns', field)
}
/** A view has a default too, whose word is another. */
const settingWord = (setting: string): string => wireWord('columns', setting, '') || wireWord('auditFields', setting)

const states: Record<string, StateGroup> = {
  'payment-link': 'paymentLink',
  'payment-page': 'paymentPage',
  invoice: 'invoice',
  payment: 'payment',
  refund: 'refund',
  'refund-batch': 'refundBatch',
  'third-party': 'thirdPartyUpload',
  merchant: 'merchant',
  settlement: 'settlement',
}

/** A value before or after as text; the caller draws times itself. */
export function changedValueWord(action: string, field: string, value: string | boolean): string {
  if (typeof value === 'boolean') return i18next.t(($) => $.auditLog[value ? 'on' : 'off'])
  if (value === '') return i18next.t(($) => $.auditLog.nothing)
  const group = states[action.split('.')[0] ?? '']
  if (field === 'status' && group) return stateWord(group, value)
  if (field === 'credentials_state') return stateWord('channel', value)
  if (field === 'kyc_status') return stateWord('kyc', value)
  if (field === 'roles') return listed(value, ',', (role) => wireWord('roles', role))
  if (field === 'late_payment') return wireWord('latePayments', value)
  if (field === 'reason') return wireWord('refundReasons', value)
  if (field === 'environment') return i18next.t(($) => $.environments[value === 'live' ? 'live' : 'sandbox'])
  if (field === 'way') return listed(value, ', ', (way) => wireWord('messageWays', way))
  return value
}
const listed = (value: string, between: string, wordOf: (one: string) => string): string =>
  value
    .split(between)
    .map(wordOf)
    .join(i18next.t(($) => $.app.comma))

/** The reason of a denial, or the note of an entry. */
export function whyWord(why: string): string {
  // Entries of before have the number of an export's rows in words; it is a change now.
  const [, cutOff, rows] = /^(cut off after )?(\d+) rows$/.exec(why) ?? []
  if (rows === undefined) return wireWord('auditWhys', why, '') || wireWord('denials', why)
  const counted = i18next.t(($) => $.auditLog.rows, { count: Number(rows) })
  return cutOff ? [counted, wireWord('auditWhys', 'cut off')].join(i18next.t(($) => $.app.comma)) : counted
}
