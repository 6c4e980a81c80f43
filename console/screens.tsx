import type { ScreenName } from '#contract/screens.ts'
import { Bell } from './notifications/bell.tsx'
import { firstScreen, lazyScreen, type LazyScreen } from './kit/routing/lazy-screen.tsx'

/** The code of every screen. A screen of `contract/screens.ts` without code does not compile. */
export const views = {
  signIn: firstScreen(() => import('./session/sign-in.tsx')),
  findTenant: lazyScreen(() => import('./session/find-tenant.tsx')),
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
  inviteSeveral: lazyScreen(() => import('./users/invite-several.tsx')),
  updateUser: lazyScreen(() => import('./users/update.tsx')),
  userDetails: lazyScreen(() => import('./users/details.tsx')),
  acceptInvitation: lazyScreen(() => import('./users/accept-invitation.tsx')),
  singleSignOn: lazyScreen(() => import('./sso/single-sign-on.tsx')),
  profile: lazyScreen(() => import('./session/profile.tsx'), 'notices'),
} satisfies Record<ScreenName, LazyScreen>

/** Buttons of domains in the top bar. */
export const topBarItems = <Bell />
