import { z } from 'zod'
import { aliasOf, text, unwrap } from './wire.ts'

/**
 * The kinds of references in requests; the area `reference` of the texts describes each. `everywhere` marks objects that
 * belong to a person or to the merchant itself; all others belong to one environment.
 */
export const refKinds = {
  merchant: { everywhere: true },
  subMerchant: { everywhere: true },
  paymentLink: {},
  paymentPage: {},
  pageOrder: {},
  shoppersPage: {},
  payable: {},
  invoice: {},
  invoiceTemplate: {},
  creditNote: {},
  invoiceBatch: {},
  invoiceArchive: {},
  price: {},
  subscription: {},
  subscriptionCharge: {},
  mandate: {},
  testClock: {},
  order: {},
  linkOrder: {},
  payment: {},
  slip: {},
  refund: {},
  refundBatch: {},
  payout: {},
  payoutBatch: {},
  bankFile: {},
  bankLine: {},
  payoutSheetReading: {},
  virtualAccount: {},
  deposit: {},
  beneficiary: {},
  beneficiaryAccount: {},
  remittanceAccount: {},
  thirdPartyUpload: {},
  fileMapping: {},
  reconFile: {},
  reconOutcome: {},
  reconRun: {},
  reconDryRun: {},
  reconDecision: {},
  reconProposal: {},
  reconExceptionImport: {},
  settlement: {},
  remittance: {},
  remittanceDocument: {},
  reconMail: {},
  webhook: {},
  serverKey: {},
  webhookDelivery: {},
  routingRule: {},
  channel: {},
  feePlan: {},
  feeCheck: {},
  feeClaim: {},
  auditSubject: {},
  export: {},
  exportSchedule: {},
  alert: {},
  notification: { everywhere: true },
  ticket: {},
  supportFile: { everywhere: true },
  ownUser: { everywhere: true },
  user: { everywhere: true },
  session: { everywhere: true },
  passkey: { everywhere: true },
  view: { everywhere: true },
  ssoTenant: { everywhere: true },
  kycDocument: { everywhere: true },
} as const satisfies Record<string, { everywhere?: true }>
export type RefKind = keyof typeof refKinds

declare const refBrand: unique symbol
/** The schema of a reference, with its kind in the type. */
export type Ref<Kind extends RefKind = RefKind> = z.ZodString & { [refBrand]: Kind }

/**
 * A reference to an object of the merchant, in a path, a query or a body. Every field that refers to an object has
 * this type. Generated tests put another merchant's reference into each, and the audit log names the first one of a
 * path.
 */
export const ref = <const Kind extends RefKind>(kind: Kind, max = 64): Ref<Kind> =>
  text(max).meta({ carrier: kind }) as unknown as Ref<Kind>

/**
 * A merchant, by uuid or key. Every field that names a merchant has this type. The gate finds these fields anywhere
 * in a request, and refuses a merchant outside the session's scope.
 */
export const merchantRef = (): Ref<'merchant'> => ref('merchant')

/** The merchant in the body of a signed request, under both names that shops' servers send; absent, it is the caller's own. */
export const merchantKeyFields = {
  chaipay_key: merchantRef().optional(),
  client_key: aliasOf('chaipay_key', merchantRef()),
}

/** The kind of a reference's schema; null for any other schema. */
export const refKindOf = (schema: z.ZodType): RefKind | null =>
  (unwrap(schema).meta()?.['carrier'] as RefKind | undefined) ?? null

/** A field of references: the names that lead to it, and its kind. Arrays add no name. */
export interface RefField {
  path: readonly [string, ...string[]]
  kind: RefKind
}

/** All fields of references in an object's schema, at any depth. */
export function refFields(schema: z.ZodType | undefined): RefField[] {
  const shape = (schema && shapeOf(unwrap(schema))) ?? {}
  return Object.entries(shape).flatMap(([name, field]): RefField[] => {
    const kind = refKindOf(field)
    if (kind) return [{ path: [name], kind }]
    return refFields(unwrap(field)).map((inner) => ({ ...inner, path: [name, ...inner.path] }))
  })
}
const shapeOf = (schema: z.ZodType) => (schema as { shape?: Record<string, z.ZodType> }).shape

/** The values of such a field in a request's object; of an array each element. */
export function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, name === undefined ? [] : [name, ...rest]))
  if (name === undefined) return [value]
  if (typeof value !== 'object' || value === null) return []
  return valuesAt((value as Record<string, unknown>)[name], rest)
}
