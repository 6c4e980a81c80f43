import { roles, rules } from '#contract/access.ts'
import type { CallName, DomainName } from '#contract/contract.ts'
import type { Call } from '#contract/kit/call.ts'
import { repeatOf, rulesOf, scopeOf } from '#contract/kit/call-facts.ts'
import type { RefKind } from '#contract/kit/refs.ts'
import { fill } from '#i18n/fill.ts'
import { displayLocale, type Language } from '#i18n/languages.ts'
import { textsOf } from './kit/texts.ts'

/** A call in words. The fields are those that it describes itself, by path or by name. */
interface CallText {
  title: string
  /** Paragraphs in which names and codes stand between backticks. */
  text: readonly string[]
  fields?: Readonly<Record<string, string>>
}
/** What every language has to say; a call, a domain or a kind of reference without words does not compile. */
interface Reference {
  domains: Readonly<Record<DomainName, string>>
  calls: Readonly<Record<CallName, CallText>>
  refs: Readonly<Record<RefKind, string>>
  /** The fields that mean the same in every call, by name. */
  fields: Readonly<Record<string, string>>
  access: Readonly<
    Record<
      | 'anyone'
      | 'shopper'
      | 'session'
      | 'roles'
      | 'server'
      | 'keyScope'
      | 'secondFactor'
      | 'stepUp'
      | 'keyed'
      | 'required',
      string
    >
  >
  /** Sentences for fields of a kind: amounts, aliases, uploads. */
  kinds: Readonly<Record<'amount' | 'alias' | 'file', string>>
  document: Readonly<Record<'about' | 'bearer' | 'error' | 'redirect', string>>
}
const texts: Readonly<Record<Language, Reference>> = textsOf('reference')

/** Calls that answer what another call answers, whose words for it hold for them too. */
const sameAnswer: Readonly<Partial<Record<CallName, CallName>>> = {
  capturePayment: 'readPayment',
  uploadReconFileByServer: 'uploadReconFileV3',
  createReconByServer: 'createRecon',
  listDataSourcesByServer: 'listDataSources',
  voidPayment: 'readPayment',
  setPaymentStatusByServer: 'readPayment',
  capturePaymentByServer: 'readPayment',
  readPaymentByServer: 'readPayment',
  fetchAllPayments: 'readPayment',
  createRefundByServer: 'createRefund',
  listRefundsByServer: 'createRefund',
  listVirtualAccountsByServer: 'listVirtualAccounts',
  listMovementsByServer: 'listMovements',
  downloadStatementByServer: 'downloadStatement',
  createBeneficiaryByServer: 'createBeneficiary',
  verifyAccountByServer: 'createBeneficiary',
  cancelPaymentLink: 'createPaymentLink',
  createPaymentLinkByServer: 'createPaymentLink',
  updatePaymentLink: 'createPaymentLink',
  generateSignature: 'createPaymentLink',
  initiatePayment: 'createPaymentLink',
  readPaymentPage: 'createPaymentPage',
  readInvoice: 'createInvoice',
  updateInvoice: 'createInvoice',
  voidInvoice: 'createInvoice',
  voidInvoiceByGet: 'createInvoice',
  unvoidInvoice: 'createInvoice',
  unvoidInvoiceByGet: 'createInvoice',
  createCreditNote: 'createInvoice',
  recordInvoicePayment: 'createInvoice',
  previewInvoice: 'createInvoice',
  createPlan: 'createPrice',
  listPrices: 'createPrice',
  listPricesOfMerchants: 'createPrice',
  exportPrices: 'createPrice',
  exportPricesOfMerchants: 'createPrice',
  readPrice: 'createPrice',
  readPlan: 'createPrice',
  cancelPrice: 'createPrice',
  cancelPlan: 'createPrice',
  createSubscriptionByServer: 'createSubscription',
  previewSubscription: 'createSubscription',
  listSubscriptions: 'createSubscription',
  listSubscriptionsOfMerchants: 'createSubscription',
  listPriceSubscriptions: 'createSubscription',
  exportSubscriptions: 'createSubscription',
  exportSubscriptionsOfMerchants: 'createSubscription',
  readSubscription: 'createSubscription',
  readSubscriptionByServer: 'createSubscription',
  cancelSubscription: 'createSubscription',
  cancelSubscriptionByServer: 'createSubscription',
  triggerNextDeduction: 'createSubscription',
  previewSubscriptionChange: 'createSubscription',
  changeSubscription: 'createSubscription',
  cancelSubscriptionChange: 'createSubscription',
  pauseSubscription: 'createSubscription',
  resumeSubscription: 'createSubscription',
  keepSubscription: 'createSubscription',
  retrySubscription: 'createSubscription',
  forgiveSubscriptionCharge: 'createSubscription',
}

export type Words = ReturnType<typeof wordsIn>

/** The words of the OpenAPI document in a language. */
export function wordsIn(language: Language) {
  const { domains, calls, refs, fields, access, kinds, document } = texts[language]
  return {
    document,
    domain: (name: DomainName): string => domains[name],
    title: (name: CallName): string => calls[name].title,
    /** What the call does, and as its last paragraph who may make it. */
    description: (name: CallName, call: Call): string =>
      [...calls[name].text, accessOf(call, access, language)].join('\n\n'),
    /** The description of a field of the call, by its path, such as `content.amount`. */
    field(name: CallName, path: string): string | undefined {
      const own = { ...calls[sameAnswer[name] ?? name].fields, ...calls[name].fields }
      const last = path.slice(path.lastIndexOf('.') + 1)
      return own[path] ?? own[last] ?? fields[last]
    },
    ref: (kind: RefKind): string => refs[kind],
    amountIn: (currency: string): string => fill(kinds.amount, { currency }),
    aliasOf: (name: string): string => fill(kinds.alias, { name }),
    file: (endings: readonly string[], megabytes: number): string =>
      fill(kinds.file, { endings: endings.join(', '), megabytes }),
  }
}

function accessOf(call: Call, access: Reference['access'], language: Language): string {
  const who = whoOf(call)
  const may =
    who === 'anyone'
      ? access.anyone
      : who === 'shopper'
        ? access.shopper
        : who === 'session'
          ? access.session
          : fill(access.roles, { roles: oneOf(who as readonly string[], language) })
  const repeat = repeatOf(call)
  const scope = scopeOf(call)
  const byKey = scope && fill(access.keyScope, { scope: `\`${scope}\`` })
  return [
    may,
    call.server && access.server,
    byKey,
    call.secondFactor && access.secondFactor,
    call.stepUp && access.stepUp,
    repeat !== 'safe' && access[repeat],
  ]
    .filter(Boolean)
    .join(' ')
}

/** Who may call: of a call with two rules, the roles of either. */
function whoOf(call: Call): string | readonly string[] {
  const [who = '', other = []] = rulesOf(call).map((name): string | readonly string[] => rules[name].who)
  return typeof who === 'string' ? who : roles.filter((role) => who.includes(role) || other.includes(role))
}

const oneOf = (roles: readonly string[], language: Language): string =>
  new Intl.ListFormat(displayLocale(language), { type: 'disjunction' }).format(roles.map((role) => `\`${role}\``))
