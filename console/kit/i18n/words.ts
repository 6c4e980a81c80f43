import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ScreenName } from '#contract/screens.ts'
import type { Areas } from '#i18n/areas.ts'
import type { Language } from '#i18n/languages.ts'
import { keySeparator, type ExtraArea } from './i18n.ts'
import type { CallError } from '#console/kit/api/send-call.ts'

/** The groups of texts whose keys are words of the wire. */
export type WireGroup =
  | 'columns' | 'confirmationFaults' | 'customerMessages' | 'declines' | 'deliveryFaults' | 'denials' | 'fieldReasons' | 'kycStatuses' | 'latePayments' | 'linkSources' | 'linkSteps' | 'merchantKinds' | 'messageStates' | 'messageWays' | 'methods'
  | 'accountStates' | 'kycFields' | 'merchantTypes' | 'issuerFaults' | 'issuerRemarks'
  | 'auditActions' | 'auditFields' | 'auditFindings' | 'auditWhys' | 'accounts' | 'merchantFields' | 'notices' | 'paymentSources' | 'postings' | 'reasons' | 'refundMarks' | 'refundReasons' | 'roles' | 'roleTexts'
  | 'endReasons'
  | 'alertComparisons' | 'alertMetrics'
  | 'exportFailures' | 'exportFormats' | 'exportOf' | 'exportPauses' | 'exportPeriods' | 'exportRhythms'
  | 'traits'
  | 'electronicGaps' | 'electronicGapReasons' | 'invoiceEvents' | 'invoiceParts' | 'outsideMethods' | 'skipReasons'
  | 'thirdPartyFields'
  | 'recordTypes' | 'reconReasons'
  | 'accountConditions' | 'depositActs' | 'suspenseReasons'
  | 'funnelSteps' | 'pageFields' | 'pageFieldTypes' | 'pagePaymentTypes'
  | 'screenWords' | 'screens' | 'searchKinds' | 'ticketCategories' | 'timeline' | 'timelineFacts' | 'ruleNames' | 'ruleTexts' | 'userEvents' | 'webhookTypes'
  | 'knownSecrets' | 'signatureCauses' | 'signedObjects' | 'statusClasses' | 'yesNo' // prettier-ignore

/**
 * The translation of a word of the wire. A word of a newer server has none yet and gives the fallback.
 */
export function wireWord(group: WireGroup, word: string, fallback = word, params: object = {}): string {
  const key = [group, word].join(keySeparator)
  const translate = i18next.t as unknown as (key: string, params: object) => string
  return word !== '' && i18next.exists(key) ? translate(key, params) : fallback
}

/** The word for a code of a column, whose group of texts is a path: `methods`, `states.payment`. */
export function codeWord(group: string, code: string): string {
  const key = [...group.split('.'), code].join(keySeparator)
  return i18next.exists(key) ? (i18next.t as unknown as (key: string) => string)(key) : code
}

/** The title of a column or filter of a list. */
export const columnTitle = (columns: Readonly<Record<string, { title?: string }>>, name: string): string =>
  wireWord('columns', columns[name]?.title ?? name)

/** The text of a failure for the user. */
export const failureText = (error: CallError): string =>
  wireWord('reasons', error.errors[0]?.reason ?? '', '') || wireWord('reasons', error.reason, error.message)

/** The title of a screen. */
export const screenTitle = (name: ScreenName): string => wireWord('screens', name)

export type StateGroup = keyof Areas['console']['states']
/** The name of a state of a machine. */
export const stateWord = (group: StateGroup, state: string): string => {
  const key = ['states', group, state].join(keySeparator)
  return i18next.exists(key) ? (i18next.t as unknown as (key: string) => string)(key) : state
}

/** The texts of an area in the shown language; the screen's code was fetched with the area. */
export const useAreaTexts = <A extends ExtraArea>(area: A): Areas[A] =>
  i18next.getResourceBundle(useLanguage(), area) as Areas[A]

/** The shown language; a change renders the component again. */
export const useLanguage = (): Language => useTranslation().i18n.language as Language
