import * as auditLog from './audit-log.ts'
import * as analytics from './analytics.ts'
import * as checkout from './checkout.ts'
import * as factors from './factors.ts'
import * as kyc from './kyc.ts'
import * as masterMerchants from './master-merchants.ts'
import * as merchants from './merchants.ts'
import * as paymentLinks from './payment-links.ts'
import * as passwordReset from './password-reset.ts'
import * as notifications from './notifications.ts'
import * as payments from './payments.ts'
import * as registration from './registration.ts'
import * as refundBatches from './refund-batches.ts'
import * as refunds from './refunds.ts'
import * as search from './search.ts'
import * as session from './session.ts'
import * as support from './support.ts'
import * as users from './users.ts'
import * as sso from './sso.ts'
import * as ssoConnection from './sso-connection.ts'
import * as views from './views.ts'
import * as webhooks from './webhooks.ts'
import { isCall, type Call } from './kit/call.ts'
import { twinName } from './kit/twin.ts'

/** Every domain's declarations. The name of a call's constant is its operation id. */
export const contract = {
  analytics,
  auditLog,
  checkout,
  factors,
  kyc,
  masterMerchants,
  merchants,
  notifications,
  passwordReset,
  paymentLinks,
  payments,
  registration,
  refundBatches,
  refunds,
  search,
  session,
  support,
  users,
  sso,
  ssoConnection,
  views,
  webhooks,
}

/** All calls with their names, in declaration order, each followed by its twin. */
export function allCalls(): { domain: string; name: string; call: Call }[] {
  return Object.entries(contract).flatMap(([domain, declarations]) =>
    Object.entries(declarations as Record<string, unknown>).flatMap(([name, value]) =>
      isCall(value)
        ? [{ domain, name, call: value }, ...(value.twin ? [{ domain, name: twinName(name), call: value.twin }] : [])]
        : [],
    ),
  )
}
