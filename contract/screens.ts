import { allowed, type Flags, type Role, type RuleName } from './access.ts'

/**
 * Every screen of the console: its path, who may open it, its title (a translation key) and its place in the menu.
 * `signedOut` screens send a signed-in user home; `open` ones are for anybody.
 */
export interface Screen {
  path: string
  access: RuleName | 'signedOut' | 'open'
  title: string
  menu?: { group: MenuGroup; order: number }
  /** The letter that leads here after a `g`. */
  key?: string
  /**
   * What is here may be a sub-merchant's, for a master that acts for it: all of the `screen`, or an `object`, whose
   * address may also say itself whose it is, as `merchant`.
   */
  acting?: 'screen' | 'object'
}
export const menuGroups = ['payments', 'merchants', 'developers', 'settings'] as const
export type MenuGroup = (typeof menuGroups)[number]

export const screens = {
  signIn: { path: '/login', access: 'signedOut', title: 'screens.signIn' },
  /** `$tenant` is the tenant's public name. */
  tenantSignIn: { path: '/login/tenant/$tenant', access: 'signedOut', title: 'screens.tenantSignIn' },
  authError: { path: '/auth/error', access: 'signedOut', title: 'screens.authError' },
  ssoCallback: { path: '/auth/callback/$tenant', access: 'open', title: 'screens.ssoCallback' },
  ssoLink: { path: '/auth/link', access: 'open', title: 'screens.ssoLink' },
  register: { path: '/register', access: 'signedOut', title: 'screens.register' },
  forgotPassword: { path: '/forgot-password', access: 'signedOut', title: 'screens.forgotPassword' },
  resetPassword: { path: '/reset-password', access: 'signedOut', title: 'screens.resetPassword' },
  verifyEmail: { path: '/pages/verify-email', access: 'anyUser', title: 'screens.verifyEmail' },
  setUpTwoStep: { path: '/set-up-two-step', access: 'anyUser', title: 'screens.setUpTwoStep' },
  confirmEmail: { path: '/verify-email', access: 'open', title: 'screens.confirmEmail' },
  acceptInvitation: { path: '/accept-invitation', access: 'open', title: 'screens.acceptInvitation' },
  signOut: { path: '/logout', access: 'open', title: 'screens.signOut' },
  pageNotFound: { path: '/pageNotFound', access: 'open', title: 'screens.pageNotFound' },
  lockScreen: { path: '/lock-screen', access: 'anyUser', title: 'screens.lockScreen' },

  dashboard: {
    path: '/dashboard',
    access: 'dashboard',
    title: 'screens.dashboard',
    menu: { group: 'payments', order: 0 },
    acting: 'screen',
  },
  payments: {
    path: '/transactions/payments',
    access: 'transactionsList',
    title: 'screens.payments',
    menu: { group: 'payments', order: 1 },
    key: 'p',
    acting: 'screen',
  },
  paymentDetails: {
    path: '/transactions/payments/payment-details',
    access: 'transactionDetails',
    title: 'screens.paymentDetails',
    acting: 'object',
  },

  refund: {
    path: '/transactions/payments/payment-details/refund',
    access: 'refund',
    title: 'screens.refund',
    acting: 'object',
  },

  refundBatches: {
    path: '/transactions/refund-batches',
    access: 'refund',
    title: 'screens.refundBatches',
    menu: { group: 'payments', order: 3 },
    acting: 'screen',
  },

  paymentLinks: {
    path: '/payment-links',
    access: 'paymentLinks',
    title: 'screens.paymentLinks',
    menu: { group: 'payments', order: 2 },
    key: 'l',
    acting: 'screen',
  },
  createPaymentLink: {
    path: '/payment-links/create-payment-links',
    access: 'paymentLinks',
    title: 'screens.createPaymentLink',
    key: 'n',
    acting: 'object',
  },
  paymentLinkDetails: {
    path: '/payment-links-details',
    access: 'paymentLinks',
    title: 'screens.paymentLinkDetails',
    acting: 'object',
  },

  masterMerchants: {
    path: '/master-merchant',
    access: 'manageMerchants',
    title: 'screens.masterMerchants',
    menu: { group: 'merchants', order: 1 },
    key: 'b',
  },
  addMerchant: { path: '/master-merchant/add', access: 'manageMerchants', title: 'screens.addMerchant' },
  subMerchant: { path: '/master-merchant/details', access: 'manageMerchants', title: 'screens.subMerchant' },
  reviewKyc: { path: '/master-merchant/kyc', access: 'manageMerchants', title: 'screens.reviewKyc' },
  acceptInvite: { path: '/invite', access: 'open', title: 'screens.acceptInvite' },
  kyc: { path: '/kyc', access: 'open', title: 'screens.kyc' },

  webhooks: {
    path: '/integration/api-webhooks',
    access: 'webhooks',
    title: 'screens.webhooks',
    menu: { group: 'developers', order: 1 },
    key: 'w',
    acting: 'screen',
  },
  apiReference: {
    path: '/developers/api',
    access: 'webhooks',
    title: 'screens.apiReference',
    menu: { group: 'developers', order: 2 },
    key: 'a',
  },

  generalSettings: {
    path: '/general-settings',
    access: 'anyUser',
    title: 'screens.generalSettings',
    menu: { group: 'settings', order: 1 },
    key: 's',
    acting: 'screen',
  },
  support: {
    path: '/support',
    access: 'anyUser',
    title: 'screens.support',
    menu: { group: 'settings', order: 9 },
    key: 'h',
  },
  supportTickets: { path: '/support/tickets', access: 'anyUser', title: 'screens.supportTickets' },
  auditLog: {
    path: '/audit-log',
    access: 'administration',
    title: 'screens.auditLog',
    menu: { group: 'settings', order: 5 },
    key: 'o',
  },
  accounts: {
    path: '/accounts',
    access: 'administration',
    title: 'screens.accounts',
    menu: { group: 'settings', order: 2 },
    key: 'u',
  },
  createUser: { path: '/accounts/create-user', access: 'administration', title: 'screens.createUser' },
  updateUser: { path: '/accounts/update-user', access: 'administration', title: 'screens.updateUser' },
  userDetails: { path: '/accounts/user-details', access: 'administration', title: 'screens.userDetails' },
  singleSignOn: {
    path: '/settings/single-sign-on',
    access: 'administration',
    title: 'screens.singleSignOn',
    menu: { group: 'settings', order: 6 },
    key: 'i',
  },
  profile: { path: '/profile', access: 'anyUser', title: 'screens.profile', key: 'm' },
} as const satisfies Record<string, Screen>
export type ScreenName = keyof typeof screens

type User = { roles: readonly Role[]; flags: Flags }
const mayOpen = (screen: Screen, user: User) =>
  screen.access === 'open' || (screen.access !== 'signedOut' && allowed(screen.access, user))

/** Every screen that a user may open by its path alone. */
export const screensOf = (user: User): { name: ScreenName; screen: Screen }[] =>
  (Object.entries(screens) as [ScreenName, Screen][])
    .map(([name, screen]) => ({ name, screen }))
    .filter(({ name, screen }) => screen.access !== 'open' && !notByPath.includes(name) && mayOpen(screen, user))
const notByPath: readonly ScreenName[] = [
  'paymentDetails',
  'refund',
  'paymentLinkDetails',
  'lockScreen',
  'verifyEmail',
  'setUpTwoStep',
  'updateUser',
  'userDetails',
  'subMerchant',
  'reviewKyc',
]

/** The menu of a user: groups in order, each with the screens they may open; empty groups are left out. */
export function menuOf(user: User): { group: MenuGroup; screens: { name: ScreenName; screen: Screen }[] }[] {
  const all = (Object.entries(screens) as [ScreenName, Screen][]).map(([name, screen]) => ({ name, screen }))
  return menuGroups
    .map((group) => ({
      group,
      screens: all
        .filter(({ screen }) => screen.menu?.group === group && mayOpen(screen, user))
        .toSorted((a, b) => (a.screen.menu?.order ?? 0) - (b.screen.menu?.order ?? 0)),
    }))
    .filter((entry) => entry.screens.length > 0)
}

/** Where a user lands: the first screen of their menu; everybody may open General Settings. */
export const homeOf = (user: User): string => menuOf(user)[0]?.screens[0]?.screen.path ?? screens.generalSettings.path

/** Whether the path is a screen that the user may open; a denied user goes to General Settings. */
export function screenAt(path: string): { name: ScreenName; screen: Screen } | null {
  const found = (Object.entries(screens) as [ScreenName, Screen][]).find(([, screen]) => leadsTo(screen.path, path))
  return found ? { name: found[0], screen: found[1] } : null
}
/** A part that begins with `$` stands for any one name. */
const leadsTo = (pattern: string, path: string): boolean =>
  pattern === path || (pattern.includes('$') && new RegExp(`^${pattern.replaceAll(/\$\w+/g, '[^/]+')}$`).test(path))

/** The address at which the people of a tenant sign in. */
export const tenantSignInPath = (tenant: string): string =>
  screens.tenantSignIn.path.replace('$tenant', encodeURIComponent(tenant))
