/**
 * Access control as data: 17 roles, the merchant's flags, and every rule of the specification's section 6. The gate,
 * the menu, disabled buttons and the printed matrix of the tests all read this table.
 */
export const roles = [
  'admin',
  'sub-admin',
  'payment-admin',
  'payment-user',
  'payment-refund-user',
  'payment-links-user',
  'payment-pages-user',
  'invoice-user',
  'recon-user',
  'recon-admin',
  'recon-configurator',
  'payouts-admin',
  'payouts-user',
  'payouts-verify-user',
  'payouts-approve-user',
  'payout-channel-configurator',
  'payment-channel-configurator',
] as const
export type Role = (typeof roles)[number]

/** Facts about the signed-in merchant that rules ask for. */
export interface Flags {
  master: boolean
  crossBorder: boolean
  /** KYC approved and one channel set up. */
  onboarded: boolean
  reconAnalytics: boolean
  reconDashboard: boolean
  reconReports: boolean
}

/** The reason of a denial, shown beside a disabled button and in the audit log. */
export type Denial =
  | 'role'
  | 'not_onboarded'
  | 'cross_border_only'
  | 'not_for_cross_border'
  | 'master_only'
  | 'not_for_masters'
  | 'not_enabled'
/** The reasons that come from the merchant and not from the user's roles. */
export type Condition = Exclude<Denial, 'role'>
export interface Rule {
  /** `anyone` needs no session; `shopper` is held to one public reference; `session` is any signed-in user. */
  who: 'anyone' | 'shopper' | 'session' | readonly Role[]
  checks: readonly Check[]
}
type Check = readonly [holds: (flags: Flags) => boolean, otherwise: Condition]

const onboarded: Check = [(flags) => flags.onboarded, 'not_onboarded']
const notCrossBorderUnlessMaster: Check = [(flags) => !flags.crossBorder || flags.master, 'not_for_cross_border']
const crossBorder: Check = [(flags) => flags.crossBorder, 'cross_border_only']
const master: Check = [(flags) => flags.master, 'master_only']
const notMaster: Check = [(flags) => !flags.master, 'not_for_masters']
const reconAnalytics: Check = [(flags) => flags.reconAnalytics, 'not_enabled']
const reconDashboard: Check = [(flags) => flags.reconDashboard, 'not_enabled']
const reconReports: Check = [(flags) => flags.reconReports, 'not_enabled']

const administrators = ['admin', 'sub-admin'] as const
const paymentAdministrators = [...administrators, 'payment-admin'] as const
const transactionReaders = [
  ...paymentAdministrators,
  'payment-user',
  'payment-refund-user',
  'payment-links-user',
  'payment-pages-user',
  'invoice-user',
] as const
const reconUsers = [...administrators, 'recon-user', 'recon-admin'] as const
const reconConfigurators = [...administrators, 'recon-configurator', 'recon-admin'] as const
const payoutAdministrators = [...administrators, 'payouts-admin'] as const
const payoutUsers = [...payoutAdministrators, 'payouts-user', 'payouts-verify-user', 'payouts-approve-user'] as const

/** Checks run in order; the first that fails is the reason. */
export const rules = {
  public: { who: 'anyone', checks: [] },
  shopper: { who: 'shopper', checks: [] },
  anyUser: { who: 'session', checks: [] },
  dashboard: { who: paymentAdministrators, checks: [] },
  transactionsList: { who: [...transactionReaders, 'recon-user', 'recon-admin'], checks: [] },
  transactionDetails: { who: transactionReaders, checks: [] },
  refund: { who: [...paymentAdministrators, 'payment-refund-user'], checks: [] },
  thirdPartyUpload: { who: [...paymentAdministrators, 'recon-user', 'recon-admin'], checks: [] },
  webhooks: { who: [...paymentAdministrators, 'payouts-admin'], checks: [] },
  reconData: { who: reconUsers, checks: [notCrossBorderUnlessMaster, onboarded] },
  reconConfiguration: { who: reconConfigurators, checks: [notCrossBorderUnlessMaster, onboarded] },
  /** The second person of decisions that take two. */
  reconApprove: { who: [...administrators, 'recon-admin'], checks: [notCrossBorderUnlessMaster, onboarded] },
  /** Whoever `reconData` or `reconConfiguration` lets through. */
  reconAny: { who: [...reconUsers, 'recon-configurator'], checks: [notCrossBorderUnlessMaster, onboarded] },
  /** Files as they came, with columns that recon roles may not see: whoever may see both the files and transactions. */
  reconOriginals: { who: administrators, checks: [notCrossBorderUnlessMaster, onboarded] },
  reconAnalytics: { who: reconConfigurators, checks: [notCrossBorderUnlessMaster, onboarded, reconAnalytics] },
  reconDashboard: { who: reconUsers, checks: [notCrossBorderUnlessMaster, onboarded, reconDashboard] },
  reconReports: { who: reconUsers, checks: [notCrossBorderUnlessMaster, onboarded, reconReports] },
  manageMerchants: { who: administrators, checks: [master, onboarded] },
  administration: { who: administrators, checks: [] },
  paymentPages: { who: [...paymentAdministrators, 'payment-pages-user'], checks: [onboarded] },
  paymentPagesConfiguration: { who: [...paymentAdministrators, 'payment-pages-user'], checks: [onboarded, notMaster] },
  paymentChannels: {
    who: [
      ...paymentAdministrators,
      'payment-channel-configurator',
      'payout-channel-configurator',
      'recon-admin',
      'recon-configurator',
    ],
    checks: [notCrossBorderUnlessMaster],
  },
  payoutChannels: { who: [...administrators, 'payouts-admin', 'payout-channel-configurator'], checks: [onboarded] },
  paymentLinks: {
    who: [...paymentAdministrators, 'payment-pages-user', 'payment-links-user', 'invoice-user'],
    checks: [],
  },
  invoices: { who: [...paymentAdministrators, 'invoice-user'], checks: [onboarded] },
  payouts: { who: payoutUsers, checks: [] },
  payoutMakers: { who: [...payoutAdministrators, 'payouts-user'], checks: [] },
  payoutCheckers: { who: [...payoutAdministrators, 'payouts-verify-user'], checks: [] },
  payoutApprovers: { who: [...payoutAdministrators, 'payouts-approve-user'], checks: [] },
  payoutCustodians: { who: payoutAdministrators, checks: [] },
  remittances: { who: administrators, checks: [crossBorder] },
  remittancesMethods: { who: administrators, checks: [crossBorder, notMaster] },
  subscriptions: { who: paymentAdministrators, checks: [onboarded] },
} as const satisfies Record<string, Rule>
export type RuleName = keyof typeof rules

/** The first reason why these roles and flags do not satisfy the rule; null when they do. */
export function denial(rule: RuleName, user: { roles: readonly Role[]; flags: Flags }): Denial | null {
  const { who }: Rule = rules[rule]
  if (typeof who !== 'string' && !who.some((role) => user.roles.includes(role))) return 'role'
  return flagDenial(rule, user.flags)
}
/** The reason of the first rule when none of several is satisfied; null when one is. */
export function denialByAll(names: readonly RuleName[], user: { roles: readonly Role[]; flags: Flags }): Denial | null {
  const reasons = names.map((rule) => denial(rule, user))
  return reasons.includes(null) ? null : (reasons[0] ?? null)
}
/** The denial by the merchant's flags alone, for a caller without roles: the merchant's own server. */
export function flagDenial(rule: RuleName, flags: Flags): Denial | null {
  const { checks }: Rule = rules[rule]
  return checks.find(([holds]) => !holds(flags))?.[1] ?? null
}
export const allowed = (rule: RuleName, user: { roles: readonly Role[]; flags: Flags }): boolean =>
  denial(rule, user) === null
