import { z } from 'zod'

/** Addresses that pages may not take: those of the installation, and such as a shopper would take for its own. */
export const reservedPageNames: ReadonlySet<string> = new Set([
  'administrator', 'authentication', 'authorization', 'billingaddress', 'cardpayment', 'configuration', 'countinghouse',
  'customercare', 'customerservice', 'dashboards', 'documentation', 'helpcenter', 'helpcentre', 'installation', 'loginverify',
  'maintenance', 'notifications', 'onboarding', 'passwordreset', 'paymentlink', 'paymentlinks', 'paymentpage', 'paymentpages',
  'preferences', 'privacypolicy', 'registration', 'resetpassword', 'securepayment', 'secureserver', 'statistics', 'subscription',
  'subscriptions', 'termsofservice', 'termsofuse', 'transaction', 'transactions', 'unsubscribe', 'verification', 'verifyaccount',
  'wellknown0',
]) // prettier-ignore

/** 10 to 40 ASCII letters and digits; compared without case. */
export const pageName = z
  .string()
  .regex(/^[A-Za-z0-9]{10,40}$/, { error: 'not_a_page_name' })
  .meta({ examples: ['SummerMugs'] })

/** Why a name cannot be had; empty when it can. */
export const nameFaults = ['', 'malformed', 'reserved', 'taken'] as const

/** The fault of a name by itself. */
export function faultOfName(name: string): '' | 'malformed' | 'reserved' {
  if (!pageName.safeParse(name).success) return 'malformed'
  return reservedPageNames.has(name.toLowerCase()) ? 'reserved' : ''
}
