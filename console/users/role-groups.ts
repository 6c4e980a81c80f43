import type { Role, RuleName } from '#contract/access.ts'

/** Roles and rules by subject, for the picker and the printed table. A test finds one that is missing. */
export const roleGroups = {
  administration: ['admin', 'sub-admin'],
  payments: [
    'payment-admin',
    'payment-user',
    'payment-refund-user',
    'payment-links-user',
    'payment-pages-user',
    'invoice-user',
  ],
  reconciliation: ['recon-user', 'recon-admin', 'recon-configurator'],
  payouts: ['payouts-admin', 'payouts-user', 'payouts-verify-user', 'payouts-approve-user'],
  channels: ['payment-channel-configurator', 'payout-channel-configurator'],
} as const satisfies Record<string, readonly Role[]>
export type RoleGroup = keyof typeof roleGroups

export const ruleGroups = {
  administration: ['administration', 'manageMerchants'],
  payments: [
    'dashboard',
    'transactionsList',
    'transactionDetails',
    'refund',
    'paymentLinks',
    'paymentPages',
    'paymentPagesConfiguration',
    'invoices',
    'subscriptions',
    'webhooks',
    'thirdPartyUpload',
  ],
  reconciliation: [
    'reconAny',
    'reconData',
    'reconConfiguration',
    'reconApprove',
    'reconAnalytics',
    'reconDashboard',
    'reconReports',
    'reconOriginals',
  ],
  payouts: [
    'payouts',
    'payoutMakers',
    'payoutCheckers',
    'payoutApprovers',
    'payoutCustodians',
    'remittances',
    'remittancesMethods',
  ],
  channels: ['paymentChannels', 'payoutChannels'],
} as const satisfies Record<RoleGroup, readonly RuleName[]>
