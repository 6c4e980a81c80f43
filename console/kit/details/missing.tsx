import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { screenTitle } from '#console/kit/i18n/words.ts'
import { Empty } from '#console/kit/list/unanswered.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'

/** Where one goes from an object that is not there. */
const lists = {
  payment: 'payments',
  payout: 'managePayouts',
  beneficiary: 'beneficiaries',
  paymentLink: 'paymentLinks',
  paymentPage: 'paymentPages',
  invoice: 'invoices',
  invoiceTemplate: 'invoices',
  invoiceBatch: 'invoices',
  price: 'prices',
  subscription: 'subscriptions',
  testClock: 'subscriptions',
  refundBatch: 'refundBatches',
  thirdPartyUpload: 'thirdParty',
  reconFile: 'reconFiles',
  feeClaim: 'reconFees',
  reconRecord: 'reconDashboard',
  reconException: 'reconExceptions',
  reconRun: 'reconRuns',
  settlement: 'reconSettlements',
  ticket: 'supportTickets',
  export: 'exports',
  webhook: 'webhooks',
  webhookDelivery: 'webhookDeliveries',
  channel: 'paymentChannels',
  payoutChannel: 'payoutChannels',
  user: 'accounts',
  merchant: 'masterMerchants',
} as const

/** Shown in place of an object that is not there, or not for this user: the same for every kind, with the way to its list. */
export function Missing({ what }: { what: keyof typeof lists }): ReactNode {
  const { t } = useTranslation()
  const search = what === 'webhook' ? { tab: 'webhooks' } : what === 'testClock' ? { tab: 'clocks' } : {}
  return (
    <Empty title={t(($) => $.missing[what])} text={t(($) => $.missing.text)}>
      <ButtonLink to={lists[what]} search={search as never} variant="default">
        {t(($) => $.missing.back, { screen: isolated(screenTitle(lists[what])) })}
      </ButtonLink>
    </Empty>
  )
}
