import { createInvoice } from './invoices.ts'
import { createPaymentLink } from './payment-links.ts'
import { setPaymentStatus } from './payments.ts'
import { createPrice } from './prices.ts'
import { setRefundStatus } from './refunds.ts'
import { signedNames } from './signed-names.ts'
import { createDeduction } from './subscription-deductions.ts'
import { createSubscription } from './subscriptions.ts'

const namesOf = ({ signed }: { signed: Readonly<Record<string, string>> }): readonly string[] => Object.values(signed)
const without = (names: readonly string[], left: readonly string[]) => names.filter((name) => !left.includes(name))

/** The names that a signature covers, by what is signed: requests, the return of a shopper, bodies of webhooks. */
export const signedObjects = {
  order: namesOf(createPaymentLink),
  price: namesOf(createPrice),
  on_demand_price: without(namesOf(createPrice), createPrice.signedLess.without),
  subscription: namesOf(createSubscription),
  on_demand_subscription: without(namesOf(createSubscription), createSubscription.signedLess.without),
  deduction: namesOf(createDeduction),
  invoice: namesOf(createInvoice),
  payout: signedNames.payoutRequest,
  payment_status: namesOf(setPaymentStatus),
  refund_status: namesOf(setRefundStatus),
  return: signedNames.return,
  payment_body: signedNames.payment,
  payment_link_body: signedNames.paymentLink,
  refund_body: signedNames.refund,
  payout_body: signedNames.payout,
  virtual_account: signedNames.virtualAccount,
  remittance_body: signedNames.remittance,
  invoice_body: signedNames.invoice,
  subscription_body: signedNames.subscription,
  confirmation_body: signedNames.confirmation,
  onboarding_body: signedNames.onboarding,
  channel_onboarding_body: signedNames.channelOnboarding,
} as const satisfies Record<string, readonly string[]>
export type SignedObject = keyof typeof signedObjects

/** All that the playground checks. */
export const checkedObjects = [
  ...(Object.keys(signedObjects) as [SignedObject, ...SignedObject[]]),
  'webhook_headers',
  'token',
] as const
export type CheckedObject = (typeof checkedObjects)[number]
