import type { RuleName } from './access.ts'
import { analyticsScreens, analyticsSearch } from './screens-of-analytics.ts'
import { virtualAccountScreens } from './screens-of-accounts.ts'
import { payableScreens } from './screens-of-payables.ts'
import { payoutScreens } from './screens-of-payouts.ts'
import { reconScreens } from './screens-of-recon.ts'
import { remittanceScreens } from './screens-of-remittances.ts'
import { remittanceMethodScreens } from './screens-of-remittance-methods.ts'

/**
 * Every screen of the console: its path, the rule that opens it and its place in the menu. Its title is the text
 * `screens.<name>`. A `signedOut` screen sends a signed-in user home; an `open` one needs no session.
 */
export interface Screen {
  path: string
  access: RuleName | 'signedOut' | 'open'
  /** The names of its query parameters; `all` for a list, whose filters are query parameters too. */
  search?: readonly string[] | 'all'
  /** Only a link or a redirect leads here: the path alone does not say which object is meant. */
  linked?: true
  /** Its place in the menu; with `access`, only of those who satisfy that rule too. */
  menu?: { group: MenuGroup; order: number; access?: RuleName }
  /** The second letter of its shortcut, after `g`. */
  key?: string
  /**
   * The screen works for a master that acts for a sub-merchant. `screen`: by `?acting=`. `object`: also by the query
   * parameter `merchant` of the object's own address.
   */
  acting?: 'screen' | 'object'
}
export const menuGroups = [
  'payments',
  'payouts',
  'remittances',
  'reconciliation',
  'analytics',
  'merchants',
  'developers',
  'settings',
] as const
export type MenuGroup = (typeof menuGroups)[number]

export const screens = {
  signIn: { path: '/login', access: 'signedOut', search: ['redirectFrom'] },
  findTenant: { path: '/login/sso', access: 'signedOut', search: ['redirectFrom'] },
  /** `$tenant` is the tenant's public name. */
  tenantSignIn: { path: '/login/tenant/$tenant', access: 'signedOut', search: ['redirectFrom'] },
  authError: { path: '/auth/error', access: 'signedOut', search: ['tenant', 'request'] },
  ssoCallback: { path: '/auth/callback/$tenant', access: 'open' },
  ssoLink: { path: '/auth/link', access: 'open' },
  register: { path: '/register', access: 'signedOut', search: ['invite'] },
  forgotPassword: { path: '/forgot-password', access: 'signedOut' },
  resetPassword: { path: '/reset-password', access: 'signedOut' },
  verifyEmail: { path: '/pages/verify-email', access: 'anyUser', search: ['redirectFrom'], linked: true },
  setUpTwoStep: { path: '/set-up-two-step', access: 'anyUser', search: ['redirectFrom'], linked: true },
  confirmEmail: { path: '/verify-email', access: 'open' },
  acceptInvitation: { path: '/accept-invitation', access: 'open' },
  signOut: { path: '/logout', access: 'open', search: ['redirectFrom', 'forget'] },
  pageNotFound: { path: '/pageNotFound', access: 'open' },
  lockScreen: { path: '/lock-screen', access: 'anyUser', search: ['redirectFrom'], linked: true },

  dashboard: {
    path: '/dashboard',
    access: 'dashboard',
    menu: { group: 'payments', order: 0 },
    key: 'd',
    acting: 'screen',
    search: analyticsSearch,
  },
  payments: {
    path: '/transactions/payments',
    access: 'transactionsList',
    menu: { group: 'payments', order: 1 },
    key: 'p',
    acting: 'screen',
    search: 'all',
  },
  paymentDetails: {
    path: '/transactions/payments/payment-details',
    access: 'transactionDetails',
    acting: 'object',
    search: ['order_ref', 'merchant'],
    linked: true,
  },

  refund: {
    path: '/transactions/payments/payment-details/refund',
    access: 'refund',
    acting: 'object',
    search: ['order_ref', 'merchant'],
    linked: true,
  },

  refundBatches: {
    path: '/transactions/refund-batches',
    access: 'refund',
    menu: { group: 'payments', order: 7 },
    key: 'r',
    acting: 'screen',
    search: ['batch'],
  },

  /** Transactions that others have told of: `upload` is one sheet of them, or `new` where one is chosen. */
  thirdParty: {
    path: '/transactions/third-party',
    access: 'transactionsList',
    menu: { group: 'payments', order: 8 },
    key: 'x',
    acting: 'screen',
    search: 'all',
  },

  ...payableScreens,
  ...virtualAccountScreens,
  ...payoutScreens,
  ...remittanceScreens,
  ...reconScreens,
  ...remittanceMethodScreens,

  ...analyticsScreens,

  masterMerchants: {
    path: '/master-merchant',
    access: 'manageMerchants',
    menu: { group: 'merchants', order: 1 },
    key: 'b',
    search: 'all',
  },
  addMerchant: { path: '/master-merchant/add', access: 'manageMerchants', search: ['kind'] },
  subMerchant: { path: '/master-merchant/details', access: 'manageMerchants', search: ['sub'], linked: true },
  reviewKyc: { path: '/master-merchant/kyc', access: 'manageMerchants', search: ['sub'], linked: true },
  acceptInvite: { path: '/invite', access: 'open' },
  kyc: { path: '/kyc', access: 'open' },

  paymentChannels: {
    path: '/settings/pay-channel',
    access: 'paymentChannels',
    menu: { group: 'settings', order: 3 },
    key: 'c',
    acting: 'screen',
    search: ['tab', 'q', 'country', 'payment_method', 'channel_type'],
  },
  /** One connected channel, or by `channelName`, a key of the catalogue, the form of a new one. */
  paymentChannel: {
    path: '/settings/pay-channel/update-config',
    access: 'paymentChannels',
    acting: 'screen',
    search: ['channel', 'channelName'],
    linked: true,
  },
  /** The editor of the routing rule `rule`, or of a new one for `new`. */
  routingRule: {
    path: '/settings/pay-channel/rule',
    access: 'paymentChannels',
    acting: 'screen',
    search: ['rule'],
    linked: true,
  },
  /** The sign-up at the provider of a channel of the catalogue; the provider's page leads back to it. */
  channelOnboarding: {
    path: '/settings/pay-channel/update-config-onboarding',
    access: 'paymentChannels',
    acting: 'screen',
    search: ['channelName'],
    linked: true,
  },

  /** What copying channels, ways and rules from test mode would do, in live mode. */
  copyChannels: { path: '/settings/pay-channel/copy', access: 'paymentChannels', acting: 'screen' },
  payoutChannels: {
    path: '/settings/payout-channel',
    access: 'payoutChannels',
    menu: { group: 'settings', order: 4 },
    key: 'y',
    acting: 'screen',
    search: ['tab', 'q', 'country', 'channel_type'],
  },
  /** One connected channel, or by `channelName`, a key of the catalogue, the form of a new one. */
  payoutChannel: {
    path: '/settings/payout-channel/update-config',
    access: 'payoutChannels',
    acting: 'screen',
    search: ['channel', 'channelName'],
    linked: true,
  },

  webhooks: {
    path: '/integration/api-webhooks',
    access: 'webhooks',
    menu: { group: 'developers', order: 1 },
    key: 'w',
    acting: 'screen',
    search: ['tab', 'webhook'],
  },
  apiLog: { path: '/integration/api-log', access: 'webhooks', search: 'all' },
  /** The deliveries of all webhooks, or one of them by `delivery`. */
  webhookDeliveries: {
    path: '/integration/api-webhooks/deliveries',
    access: 'webhooks',
    acting: 'screen',
    search: 'all',
  },
  signaturePlayground: { path: '/integration/api-webhooks/playground', access: 'webhooks', acting: 'screen' },
  apiReference: {
    path: '/developers/api',
    access: 'webhooks',
    menu: { group: 'developers', order: 2 },
    key: 'a',
    search: ['call', 'q'],
  },

  generalSettings: {
    path: '/general-settings',
    access: 'anyUser',
    menu: { group: 'settings', order: 1 },
    key: 's',
    acting: 'screen',
    search: ['tab', 'denied'],
  },
  support: {
    path: '/support',
    access: 'anyUser',
    menu: { group: 'settings', order: 9 },
    key: 'h',
    search: ['q'],
  },
  supportTickets: { path: '/support/tickets', access: 'anyUser', search: 'all' },
  exports: {
    path: '/exports',
    access: 'anyUser',
    menu: { group: 'settings', order: 8 },
    key: 'f',
    search: 'all',
  },
  auditLog: {
    path: '/audit-log',
    access: 'administration',
    menu: { group: 'settings', order: 5 },
    key: 'o',
    search: 'all',
  },
  accounts: {
    path: '/accounts',
    access: 'administration',
    menu: { group: 'settings', order: 2 },
    key: 'u',
    search: 'all',
  },
  createUser: { path: '/accounts/create-user', access: 'administration', search: ['merchant'] },
  inviteSeveral: { path: '/accounts/invite-users', access: 'administration', search: ['merchant'] },
  updateUser: { path: '/accounts/update-user', access: 'administration', search: ['user', 'merchant'], linked: true },
  userDetails: { path: '/accounts/user-details', access: 'administration', search: ['user', 'merchant'], linked: true },
  singleSignOn: {
    path: '/settings/single-sign-on',
    access: 'administration',
    menu: { group: 'settings', order: 6 },
    key: 'i',
  },
  profile: { path: '/profile', access: 'anyUser', key: 'm' },
} as const satisfies Record<string, Screen>
export type ScreenName = keyof typeof screens
