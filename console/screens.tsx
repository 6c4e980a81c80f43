import type { ScreenName } from '#contract/screens.ts'
import { Bell } from './notifications/bell.tsx'
import { firstScreen, lazyScreen, listParams, params, type LazyScreen } from './kit/routing/lazy-screen.tsx'

/** Every screen with the code that draws it. One without does not compile. */
export const views = {
  signIn: firstScreen(() => import('./session/sign-in.tsx')),
  tenantSignIn: lazyScreen(() => import('./session/tenant-sign-in.tsx')),
  authError: lazyScreen(() => import('./session/auth-error.tsx')),
  ssoCallback: lazyScreen(() => import('./session/sso-callback.tsx')),
  ssoLink: lazyScreen(() => import('./session/sso-link.tsx')),
  register: lazyScreen(() => import('./registration/register.tsx')),
  forgotPassword: lazyScreen(() => import('./password-reset/forgot-password.tsx')),
  resetPassword: lazyScreen(() => import('./password-reset/reset-password.tsx')),
  verifyEmail: lazyScreen(() => import('./registration/verify-email.tsx')),
  setUpTwoStep: lazyScreen(() => import('./session/set-up-two-step.tsx')),
  confirmEmail: lazyScreen(() => import('./registration/confirm-email.tsx')),
  signOut: lazyScreen(() => import('./session/sign-out.tsx')),
  lockScreen: lazyScreen(() => import('./session/lock-screen.tsx')),
  pageNotFound: lazyScreen(() => import('./session/page-not-found.tsx')),
  dashboard: lazyScreen(() => import('./dashboard/screen.tsx')),
  payments: firstScreen(() => import('./payments/list.tsx')),
  paymentDetails: lazyScreen(() => import('./payments/details.tsx')),
  refundBatches: lazyScreen(() => import('./refund-batches/screen.tsx')),
  refund: lazyScreen(() => import('./payments/refund.tsx')),
  paymentLinks: firstScreen(() => import('./payment-links/list.tsx')),
  createPaymentLink: lazyScreen(() => import('./payment-links/create.tsx'), 'checkout'),
  paymentLinkDetails: lazyScreen(() => import('./payment-links/details.tsx')),
  masterMerchants: lazyScreen(() => import('./master-merchants/screen.tsx')),
  addMerchant: lazyScreen(() => import('./master-merchants/add.tsx')),
  subMerchant: lazyScreen(() => import('./master-merchants/details.tsx')),
  reviewKyc: lazyScreen(() => import('./kyc/review.tsx')),
  acceptInvite: lazyScreen(() => import('./master-merchants/accept-invite.tsx')),
  kyc: lazyScreen(() => import('./kyc/fill-in.tsx')),
  webhooks: lazyScreen(() => import('./webhooks/screen.tsx')),
  apiReference: lazyScreen(() => import('./developers/api-reference.tsx')),
  generalSettings: lazyScreen(() => import('./merchants/general-settings.tsx')),
  support: lazyScreen(() => import('./support/support.tsx'), 'faq'),
  supportTickets: lazyScreen(() => import('./support/tickets.tsx')),
  auditLog: lazyScreen(() => import('./audit-log/screen.tsx')),
  accounts: lazyScreen(() => import('./users/accounts.tsx')),
  createUser: lazyScreen(() => import('./users/create.tsx')),
  updateUser: lazyScreen(() => import('./users/update.tsx')),
  userDetails: lazyScreen(() => import('./users/details.tsx')),
  acceptInvitation: lazyScreen(() => import('./users/accept-invitation.tsx')),
  singleSignOn: lazyScreen(() => import('./sso/single-sign-on.tsx')),
  profile: lazyScreen(() => import('./session/profile.tsx'), 'notices'),
} satisfies Record<ScreenName, LazyScreen>

/** What the address of a screen carries. */
export const searches = {
  signIn: params('redirectFrom'),
  register: params('invite'),
  tenantSignIn: params('redirectFrom'),
  authError: params('tenant', 'request'),
  verifyEmail: params('redirectFrom'),
  setUpTwoStep: params('redirectFrom'),
  signOut: params('redirectFrom', 'forget'),
  lockScreen: params('redirectFrom'),
  dashboard: params('period', 'from', 'to', 'currency', 'merchant'),
  payments: listParams,
  paymentDetails: params('order_ref', 'merchant'),
  refund: params('order_ref', 'merchant'),
  refundBatches: params('batch'),
  paymentLinks: listParams,
  createPaymentLink: params('duplicate', 'merchant'),
  paymentLinkDetails: params('ref', 'merchant'),
  auditLog: listParams,
  masterMerchants: listParams,
  addMerchant: params('kind'),
  subMerchant: params('sub'),
  reviewKyc: params('sub'),
  webhooks: params('tab', 'webhook'),
  apiReference: params('call', 'q'),
  support: params('q'),
  supportTickets: listParams,
  generalSettings: params('denied'),
  accounts: listParams,
  createUser: params('merchant'),
  updateUser: params('user', 'merchant'),
  userDetails: params('user', 'merchant'),
} satisfies Partial<Record<ScreenName, ReturnType<typeof params> | typeof listParams>>

/** What domains put into the top bar. */
export const topBarItems = <Bell />

type Searches = { [N in keyof typeof searches]: ReturnType<(typeof searches)[N]> } & {
  [N in Exclude<ScreenName, keyof typeof searches>]: Record<never, never>
}
declare module './kit/routing/screen-link.tsx' {
  interface Registered {
    searches: Searches
  }
}
